"""What pytest does besides running these tests."""

from support.rule_changes import pytest_terminal_summary as pytest_terminal_summary
