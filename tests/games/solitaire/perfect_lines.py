"""Hops that lead to a single small pyramid, as `benben solve solitaire` finds them."""

from __future__ import annotations

ROW = (  # seven squares in a row
    "a1>c1 g1>e1 c1>e1 b1>d1 a1>c1 d1>b1 b1>d1 d1>f1 f1>d1 f1>d1 "
    "g1>e1 d1>b1 a1>c1 d1>f1 f1>d1 c1>e1 d1>f1 g1>e1 d1>f1 f1>d1"
)
BOARD = (  # the usual board
    "a1>c1 d1>d3 d3>b3 d3>b3 d3>d1 d1>b1 d1>b1 a1>c1 d1>d3 a1>c3 a3>a1 a3>c1 a3>c3 c3>a3 a3>c3 c3>a3 a3>c3 "
    "d3>b3 d3>b3 b1>d1 d1>b1 b1>d1 d1>b1 a1>c1 b1>d1 c3>a3 a3>c3 d1>b3 c3>a3 a3>a1 a1>c1 c1>c3 "
    "a2>c2 c3>c1 c1>c3"
)
HARD = "S,M,SMLLL,S/S,-,M,S/SMM,-,M,SML"  # the hard puzzle of 19 November 2026: eighteen pyramids
HARD_LINE = (
    "d3>b3 a3>c3 d3>b3 a3>c3 d3>b3 a3>c3 a1>a3 d1>d3 d3>b3 a3>c3 b1>d1 d1>b1 b1>d1 d1>b1 b1>d1 d1>b3 c3>a3"
)
SEVEN, TWELVE, EIGHTEEN = ROW.split(), BOARD.split(), HARD_LINE.split()
