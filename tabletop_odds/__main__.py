"""`python -m tabletop_odds`: the same command line as `tabletop-odds`."""

import sys

from tabletop_odds.cli import main

if __name__ == "__main__":
    sys.exit(main())
