"""Compiled code apart from numba: WebAssembly in Python and in Node."""
