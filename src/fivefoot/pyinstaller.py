"""The PyInstaller hook (entry point `pyinstaller40`); a frozen game then needs no flags."""

from pathlib import Path


def get_hook_dirs() -> list[str]:
    return [str(Path(__file__).parent / "assets" / "pyinstaller")]
