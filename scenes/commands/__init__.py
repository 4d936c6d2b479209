"""The sub-commands of `fivefoot`, one module each."""

from ...engine.extras import require

require("typer", "rich", purpose="the command line")
