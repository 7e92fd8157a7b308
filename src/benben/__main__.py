"""`python -m benben`"""

import sys

from benben.cli import main

if __name__ == "__main__":
    sys.exit(main())
