"""``fivefoot web``: a static site that plays battles in a browser."""

from pathlib import Path
from typing import Annotated

import typer

from ...engine.errors import ScenarioError
from ...engine.messages import tr
from ..web.web_site import SNAPSHOT, write_site
from .shared.progress import waiting


def web(
    out: Annotated[Path, typer.Option("--output", "-o", help="The folder of the website.", file_okay=False)],
    pyodide: Annotated[
        str | None,
        typer.Option(
            metavar="URL|FOLDER",
            help="The address of a Pyodide with its packages, or a folder with its npm package; by default npm fetches "
            "pyodide into the website.",
        ),
    ] = None,
) -> None:
    """Write a website that plays battles in a browser. It includes the engine; any web server can serve it."""
    if out.exists() and not (out / "settings.json").exists() and any(out.iterdir()):
        raise ScenarioError(str(out), "--output", "a folder with other files", "a new folder")
    with waiting(tr("fetching Pyodide")):
        written = write_site(out, pyodide)
    for path in written:
        size = sum(file.stat().st_size for file in (path.rglob("*") if path.is_dir() else [path]) if file.is_file())
        typer.echo(f"{path}  {size / 1_000_000:.1f} MB")
    if not (out / SNAPSHOT).exists():
        typer.echo(tr("no snapshot of the engine, the page starts slowly: it takes node 20 and a Pyodide in the site"))
    typer.echo(tr("serve it with a web server, for example: python -m http.server --directory {path}", path=out))
