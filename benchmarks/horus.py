"""Horus: play-outs, planner games and decisions beside their bars. The same as `benben bench horus`."""

import sys

from benben.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", "horus", *sys.argv[1:]]))
