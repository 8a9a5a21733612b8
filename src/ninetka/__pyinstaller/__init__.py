"""For PyInstaller, which finds this by the entry point `pyinstaller40`: where the hook is."""

from __future__ import annotations

from pathlib import Path


def get_hook_dirs() -> list[str]:
    """The folders with hooks."""
    return [str(Path(__file__).parent)]
