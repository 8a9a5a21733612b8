"""README as the package's page has it: the links that the build makes, and where they lead.

`nox -s package` checks the same in the wheel.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import ninetka

ROOT = Path(__file__).parents[1]
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
URLS = CONFIG["project"]["urls"]


def page() -> str:
    """README after the substitutions, with the version in place, as the build makes it."""
    text = (ROOT / "README.md").read_text("utf-8")
    for each in CONFIG["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(each["pattern"], each["replacement"], text)
    return text.replace("$HFPR_VERSION", ninetka.__version__)


def test_every_link_and_picture_has_a_whole_address_of_something_that_exists() -> None:
    tag = f"v{ninetka.__version__}"
    raw = URLS["Source"].replace("github.com", "raw.githubusercontent.com")
    targets = re.findall(r"\]\(([^)]*)\)", page())
    assert len(targets) > 10
    for target in targets:
        path = target.partition("#")[0]
        path = re.sub(rf"^{URLS['Documentation']}en/stable/(.*)\.html$", r"docs/\1.md", path)
        path = re.sub(rf"^({URLS['Source']}/blob|{raw})/{tag}/", "", path)
        assert (ROOT / path).exists(), target


def test_the_page_does_not_speak_of_files_or_of_what_will_be_released() -> None:
    assert "<!-- in files -->" not in page()
    assert "No version has been released" not in page()
    assert "No version has been released" in (ROOT / "README.md").read_text("utf-8")


def test_readme_names_the_address_of_the_documentation() -> None:
    assert f"<{URLS['Documentation']}>" in page()
