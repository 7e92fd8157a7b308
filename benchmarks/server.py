"""What a move costs our server, beside boardgame.io's. The same as `benben bench server`."""

import sys

from benben.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", "server", *sys.argv[1:]]))
