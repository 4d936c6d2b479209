"""The PyInstaller hook (entry point `pyinstaller40`), so that a frozen game needs no flags."""

from pathlib import Path


def get_hook_dirs() -> list[str]:
    """The folder of the hook."""
    return [str(Path(__file__).parent / "assets" / "pyinstaller")]
