"""The solver beside its bars. The same as `benben bench solitaire`; what it does is in benben.bench."""

import sys

from benben.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", "solitaire", *sys.argv[1:]]))
