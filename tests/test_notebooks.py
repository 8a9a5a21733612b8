"""The notebooks run from their first cell to their last, and are kept without what they print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbclient: Any = pytest.importorskip("nbclient", reason="needs nbclient")
nbformat: Any = pytest.importorskip("nbformat", reason="needs nbclient")
pytest.importorskip("ipykernel", reason="needs ipykernel")
pytest.importorskip("numba", reason="notebooks use compiled code")

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_kept_without_output(path: Path) -> None:
    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    assert [cell for cell in notebook.cells if cell.get("outputs")] == []


@pytest.mark.deep
@pytest.mark.filterwarnings("ignore")  # of the programs that run notebooks
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path: Path) -> None:
    notebook = nbformat.read(path, 4)
    folder = {"metadata": {"path": str(path.parent)}}
    nbclient.NotebookClient(notebook, resources=folder, timeout=600).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert any("image/svg+xml" in output.get("data", ()) for output in shown)
