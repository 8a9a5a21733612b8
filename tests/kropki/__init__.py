"""Tests of Kropki, a package because some of its modules have names that other games use too."""
