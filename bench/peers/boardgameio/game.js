// A race for two of about the size of Senet: thirty squares, five pieces each, a throw and a move.
// Kept cheap for its server: no undo, a flat state, one pass over the squares to find what can move.

const LAST = 30;
const PIECES = 5;
const WAYS = [4, 6, 4, 1, 1]; // of sixteen, for throws of 1, 2, 3, 4 and 6
const THROWS = [1, 2, 3, 4, 6];

function setup() {
  const squares = Array(LAST + 1).fill(-1);
  for (let n = 1; n <= 2 * PIECES; n += 1) squares[n] = 1 - (n % 2);
  return { squares, home: [0, 0], throw: 0, able: [] };
}

function movable(G, seat) {
  const able = [];
  for (let n = 1; n <= LAST; n += 1) {
    if (G.squares[n] !== seat) continue;
    const land = n + G.throw;
    if (land > LAST || (G.squares[land] !== seat && !guarded(G, land))) able.push(n);
  }
  return able;
}

function guarded(G, land) {
  const enemy = G.squares[land];
  return enemy >= 0 && (G.squares[land - 1] === enemy || G.squares[land + 1] === enemy);
}

function cast({ G, ctx, random, events }) {
  if (G.throw) return 'INVALID_MOVE';
  let rest = random.Die(16) - 1;
  let n = 0;
  while (rest >= WAYS[n]) {
    rest -= WAYS[n];
    n += 1;
  }
  G.throw = THROWS[n];
  G.able = movable(G, Number(ctx.currentPlayer));
  if (G.able.length === 0) {
    G.throw = 0;
    events.endTurn();
  }
}

function move({ G, ctx, events }, start) {
  if (!G.able.includes(start)) return 'INVALID_MOVE';
  const seat = Number(ctx.currentPlayer);
  const land = start + G.throw;
  const again = G.throw !== 2 && G.throw !== 3;
  if (land > LAST) {
    G.squares[start] = -1;
    G.home[seat] += 1;
    // An endless race, so that a measurement has no end before its time: who is home starts again.
    const free = G.squares.indexOf(-1, 1);
    G.squares[free] = seat;
  } else {
    G.squares[start] = G.squares[land];
    G.squares[land] = seat;
  }
  G.throw = 0;
  G.able = [];
  if (!again) events.endTurn();
}

module.exports = {
  name: 'track',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup,
  moves: { cast, move },
};
