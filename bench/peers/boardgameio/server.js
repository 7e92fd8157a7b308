// Its own server on a free port of loopback: `node server.js` keeps matches in memory, with a folder in files.

const { Server, FlatFile, Origins } = require('boardgame.io/server');
const game = require('./game.js');

async function main(folder) {
  const server = Server({
    games: [game],
    origins: [Origins.LOCALHOST],
    ...(folder ? { db: new FlatFile({ dir: folder }) } : {}),
  });
  // It listens on every address unless it is told otherwise, and has no option for that.
  const listen = server.app.listen.bind(server.app);
  server.app.listen = (port, ready) => listen(port, '127.0.0.1', ready);
  const log = console.log;
  console.log = () => {};
  const { appServer } = await server.run({ port: 0 });
  log(`listening ${appServer.address().port}`);
}

main(process.argv[2]);
