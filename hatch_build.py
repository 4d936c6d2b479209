"""Build hook: compiles the search where a C compiler is at hand, and links the code folders on an editable install.

A wheel gets the folders by hatchling's own mapping. An editable install points Python at ``src``,
where only the front door lives; the links complete the package for editors and type checkers.

The search is one small extension module for the stable ABI, so that one wheel serves every CPython from 3.11 on.
Where it cannot be built, or FIVEFOOT_PURE=1 says that it should not, the wheel is a pure one.
"""

import os
import platform
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("engine", "systems", "components", "scenes", "assets")
SEARCH = Path("engine", "search")


class BuildFivefoot(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles ``engine/search/native`` and makes ``src/fivefoot/<folder>`` links to the folders of that name."""

    PLUGIN_NAME = "custom"
    scratch: str | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Put the compiled search into the wheel, or beside its sources on an editable install."""
        root = Path(self.root)
        if version == "editable":
            link_folders(root)
        self.scratch = tempfile.mkdtemp(prefix="fivefoot-")
        built = self.compiled(root, Path(self.scratch))
        if built is None:
            return
        if version == "editable":
            shutil.copy2(built, root / SEARCH / built.name)
        else:
            build_data["pure_python"] = False
            build_data["tag"] = f"cp311-abi3-{platform_tag()}"
            build_data["force_include"][str(built)] = f"fivefoot/{SEARCH.as_posix()}/{built.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear away what was compiled."""
        if self.scratch is not None:
            shutil.rmtree(self.scratch, ignore_errors=True)

    def compiled(self, root: Path, scratch: Path) -> Path | None:
        """The extension module, compiled into `scratch`; None where that does not succeed, for whatever reason."""
        if os.environ.get("FIVEFOOT_PURE", "0") not in ("", "0"):
            return None
        if platform.python_implementation() != "CPython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
            return None  # no stable ABI
        try:
            built = compile_search(root / SEARCH / "native", scratch)
        except (Exception, SystemExit) as error:  # no compiler, no headers: what is pure works everywhere
            self.app.display_warning(f"the search stays pure Python: {type(error).__name__}: {error}")
            return None
        self.app.display_info(f"the search is compiled: {built.name}")
        return built


def compile_search(sources: Path, scratch: Path) -> Path:
    """Compile the extension module by setuptools, which knows the platform's compiler."""
    from setuptools import Distribution, Extension

    extension = Extension(
        "_native",
        sources=[str(path) for path in sorted(sources.glob("*.c"))],
        depends=[str(sources / "native.h")],
        extra_compile_args=[] if sys.platform == "win32" else ["-std=c11", "-O3", "-g0", "-fvisibility=hidden"],
        py_limited_api=True,
    )
    command = Distribution({"name": "fivefoot", "ext_modules": [extension]}).get_command_obj("build_ext")
    command.build_lib = str(scratch / "lib")
    command.build_temp = str(scratch / "temp")
    command.ensure_finalized()
    command.run()
    built = Path(command.get_outputs()[0])
    if sys.platform == "win32":
        return built
    # From CPython 3.15 on the name says the platform as well, and then those before 3.14 do not find it.
    return built.rename(built.with_name("_native.abi3.so"))


def platform_tag() -> str:
    """The platform part of the wheel's tag: this machine's own."""
    from packaging.tags import platform_tags

    return next(tag for tag in platform_tags() if not tag.startswith(("manylinux", "musllinux")))


def link_folders(root: Path) -> None:
    """Link what is not linked yet."""
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


def compile_in_place() -> None:
    """Compile the search beside its sources, as an editable install does: ``python hatch_build.py``."""
    root = Path(__file__).parent
    with tempfile.TemporaryDirectory(prefix="fivefoot-") as scratch:
        built = compile_search(root / SEARCH / "native", Path(scratch))
        print(shutil.copy2(built, root / SEARCH / built.name))


if __name__ == "__main__":
    compile_in_place()
