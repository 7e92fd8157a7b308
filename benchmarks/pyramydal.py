"""Pyramydal's scorer beside its bars, random games and the bots. The same as `benben bench pyramydal`."""

import sys

from benben.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", "pyramydal", *sys.argv[1:]]))
