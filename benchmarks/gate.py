"""The exact-cover engine beside other libraries. The same as `benben bench gate`; see benben.bench."""

import sys

from benben.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", "gate", *sys.argv[1:]]))
