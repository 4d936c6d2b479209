"""Takes along fivefoot's assets, and the modules that are imported by name."""

from PyInstaller.utils.hooks import collect_data_files, collect_submodules

datas = collect_data_files("fivefoot")
hiddenimports = collect_submodules(
    "fivefoot",
    filter=lambda name: (
        not name.startswith(("fivefoot.scenes", "fivefoot.pyinstaller", "fivefoot.arena", "fivefoot.drawing"))
    ),
)
