"""Makes the pages and their plots from the counts, which count.py makes."""

from __future__ import annotations

from typing import Final

import nine_page
import random_pages

PAGES: Final = (nine_page.PAGE, *random_pages.PAGES)

if __name__ == "__main__":
    for page in PAGES:
        for path, text in page.files().items():
            path.write_text(text, "utf-8")
