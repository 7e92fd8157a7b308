"""The board of Senet: thirty squares on one track, four sticks. No rules.

A set of squares is an int with bit n for square n, so bit 0 is never used and neighbours along the track are
neighbouring bits, also around the corners 10-11 and 20-21 (0.1):

    bit    30 29 28 27 ...  3  2  1  0
    square 30 29 28 27 ...  3  2  1  -
"""

from __future__ import annotations

LAST = 30  # the last square of the track
OFF = 31  # where a piece stands that has left the track
WATER = 27
SHORE = 15  # where a piece swims to, if it is empty

TRACK = 0x7FFFFFFE  # squares 1-30
ROW = 0x000007FE  # squares 1-10, the back row: the only row that a rule looks at (1.2, 6.4)
SAFE = 0x34000000  # squares 26, 28 and 29

LEAST, MOST = 1, 7  # pieces a side

# Light sides of four fair sticks, one row a throw: (throw, ways out of sixteen). None counts 6. (2.1)
STICKS = ((1, 4), (2, 6), (3, 4), (4, 1), (6, 1))
