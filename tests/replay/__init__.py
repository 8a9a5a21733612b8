"""Replay pages."""
