"""What PyInstaller is told, so that a game frozen with it needs no flags (entry point `pyinstaller40`)."""

from pathlib import Path


def get_hook_dirs() -> list[str]:
    """The folder of our hook."""
    return [str(Path(__file__).parent / "assets" / "pyinstaller")]
