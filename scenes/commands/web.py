"""``fivefoot web``: a static site that plays battles in a browser."""

from pathlib import Path
from typing import Annotated

import typer

from ...engine.errors import ScenarioError
from ..web.web_site import PYODIDE, write_site


def web(
    out: Annotated[Path, typer.Option("--output", "-o", help="The folder of the site.", file_okay=False)],
    pyodide: Annotated[
        str | None,
        typer.Option(
            metavar="URL|FOLDER",
            help="A Pyodide on the web with its packages, or a folder with the content of its npm package; left out, "
            f"pyodide {PYODIDE} is fetched with npm and stands beside the page.",
        ),
    ] = None,
) -> None:
    """Write a site that plays battles in a browser, the engine included; any web server can serve it."""
    if out.exists() and not (out / "settings.json").exists() and any(out.iterdir()):
        raise ScenarioError(str(out), "--output", "a folder with other files", "a new folder")
    for path in write_site(out, pyodide):
        size = sum(file.stat().st_size for file in (path.rglob("*") if path.is_dir() else [path]) if file.is_file())
        typer.echo(f"{path}  {size / 1_000_000:.1f} MB")
    typer.echo(f"serve it with a web server, such as: python -m http.server --directory {out}")
