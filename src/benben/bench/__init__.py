"""Benchmarks: what `benben bench` measures, in one run with the libraries and servers it is compared with."""
