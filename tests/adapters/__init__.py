"""Adapters to other frameworks."""
