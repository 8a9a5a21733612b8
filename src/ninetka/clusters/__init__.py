"""Executors of `concurrent.futures`: on this machine's processes, on Dask and on Ray."""
