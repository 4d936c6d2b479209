"""Build hook: on an editable install, link the code folders into ``src/fivefoot/``.

A wheel gets the folders by hatchling's own mapping. An editable install points Python at ``src``,
where only the front door lives; the links complete the package for editors and type checkers.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("engine", "systems", "components", "scenes", "assets")


class LinkFolders(BuildHookInterface):  # type: ignore[type-arg]
    """Makes ``src/fivefoot/<folder>`` a link to the folder of that name at the repository root."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Link what is not linked yet; does nothing unless the build is editable."""
        if version != "editable":
            return
        root = Path(self.root)
        for folder in FOLDERS:
            link = root / "src" / "fivefoot" / folder
            if link.exists():
                continue
            link.unlink(missing_ok=True)  # a link whose target has moved
            if sys.platform == "win32":
                import _winapi  # a junction needs no privilege; a symlink does

                _winapi.CreateJunction(str(root / folder), str(link))
            else:
                link.symlink_to(os.path.join("..", "..", folder), target_is_directory=True)
