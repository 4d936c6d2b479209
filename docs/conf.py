"""The Sphinx configuration of the documentation site: `python -m sphinx -W docs build/site`."""

import gc
import os
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT / "src"), str(HERE)]
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
gc.disable()  # a build makes millions of nodes, drops few, and ends

import reference  # noqa: E402
from docutils import nodes  # noqa: E402
from pygments.lexers.special import TextLexer  # noqa: E402
from sphinx.application import Sphinx  # noqa: E402
from sphinx.domains.python import ObjectEntry, PythonDomain  # noqa: E402
from sphinx.environment import BuildEnvironment  # noqa: E402
from sphinx.util import logging  # noqa: E402

import fivefoot  # noqa: E402

project = "fivefoot"
author = "The fivefoot authors"
copyright = author
version = release = fivefoot.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
]
exclude_patterns = ["api"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
default_role = "code"  # docstrings write names in single backticks
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "undoc-members": False}
napoleon_use_rtype = False
smartquotes = False  # `--option` in prose keeps its two hyphens
copybutton_prompt_text = "$ "
copybutton_exclude = ".linenos, .gp, .go"
ADDRESSES = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
html_theme = "furo"
html_theme_options = {
    "source_repository": ADDRESSES["Source"],
    "source_branch": "main",
    "source_directory": "docs/",
}
html_baseurl = ADDRESSES["Documentation"]
html_title = f"fivefoot {version}"
html_copy_source = False
suppress_warnings = ["config.cache", "ref.python"]  # fields such as `range` have several homes

# The inventories of other projects come over the network: only where that is asked for, so that a build without one
# is the same everywhere.
intersphinx_mapping = (
    {
        "python": ("https://docs.python.org/3", None),
        "msgspec": ("https://jcristharif.com/msgspec", None),
        "numpy": ("https://numpy.org/doc/stable", None),
        "gymnasium": ("https://gymnasium.farama.org", None),
    }
    if os.environ.get("FIVEFOOT_DOCS_ONLINE")
    else {}
)

OUTSIDE = {"README.md": "index.md", "CHANGELOG.md": "reference/changelog.md"}
"""Files beside the folder of the documents, and the pages that stand for them."""
LINK = re.compile(r"\]\(\.\./([^)#\s]+)(#[^)\s]*)?\)")


def _stay_inside(app: Sphinx, name: str, source: list[str]) -> None:
    """Point links that leave the folder of the documents to the pages that hold the same; list pages on the first."""
    if name.startswith("reference/"):
        return
    if name == "index":
        others = sorted(page.stem for page in HERE.glob("*.md") if f"\n{page.stem}\n" not in source[0])
        others.remove("index")
        source[0] = source[0].replace("% every other page", "\n".join(others))

    def turned(found: re.Match[str]) -> str:
        file, anchor = found.group(1), found.group(2) or ""
        if file.startswith("examples"):
            return f"](reference/examples.md#{reference.anchor(file)})"
        return f"]({OUTSIDE[file]}{anchor})"

    source[0] = LINK.sub(turned, source[0])


def _miss_nothing(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of public names that have no entry; with `-W` that ends the build."""
    known = env.domains.python_domain.objects
    for module in reference.public_modules():
        for name in reference.public_names(module):
            if f"{module}.{name}" not in known:
                logging.getLogger(__name__).warning("no entry for the public name %s.%s", module, name)


class Names(PythonDomain):
    """The Python domain, with a quick answer for names that no object ends in, such as `int`."""

    def find_obj(
        self, env: BuildEnvironment, modname: str, classname: str, name: str, type: str | None, searchmode: int = 0
    ) -> list[tuple[str, ObjectEntry]]:
        """Look through all objects only if one of them has that last part."""
        if getattr(self, "counted", 0) != len(self.objects):
            self.counted = len(self.objects)
            self.last_parts = {known.rpartition(".")[2] for known in self.objects}
        if name.removesuffix("()").rpartition(".")[2] not in self.last_parts:
            return []
        return super().find_obj(env, modname, classname, name, type, searchmode)


def _titles_only(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: nodes.document | None) -> None:
    """Let the theme's list of pages copy titles: else it copies the headings of all pages for each page."""
    whole: Callable[..., str] | None = context.get("toctree")
    if whole is None:
        return
    tocs = app.env.tocs
    titles = {name: toc if app.env.toctree_includes.get(name) else _title(toc) for name, toc in tocs.items()}

    def shortened(**options: Any) -> str:
        app.env.tocs = titles if options.get("titles_only") else tocs
        try:
            return whole(**options)
        finally:
            app.env.tocs = tocs

    context["toctree"] = shortened


def _title(toc: nodes.bullet_list) -> nodes.bullet_list:
    """The list of a page's headings with its first entry alone."""
    short, item = toc.copy(), toc[0].copy()
    item += toc[0][0].deepcopy()
    short += item
    return short


def setup(app: Sphinx) -> None:
    """Write the generated pages before Sphinx looks for pages."""
    reference.write(HERE / "reference")
    app.add_domain(Names, override=True)
    app.connect("html-page-context", _titles_only, priority=100)  # before the theme's
    app.add_lexer("mermaid", TextLexer)  # diagrams are shown as they are written
    app.connect("source-read", _stay_inside)
    app.connect("env-check-consistency", _miss_nothing)
