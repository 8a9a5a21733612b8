"""Tests of 9AM and Mills, a package because some of its modules have names other games use too."""
