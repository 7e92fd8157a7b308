"""Senet beside OpenSpiel's backgammon. The same as `benben bench senet`; what it does is in benben.bench."""

import sys

from benben.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", "senet", *sys.argv[1:]]))
