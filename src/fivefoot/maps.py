"""Maps: read from and written for other programs, or made by chance.

The programs are Tiled, LDtk, Universal VTT and Foundry.

>>> import fivefoot.maps
>>> found = fivefoot.maps.read("castle.tmx")  # doctest: +SKIP
>>> battle = fivefoot.Battle(found.scenario)  # doctest: +SKIP
>>> for remark in found.remarks:  # doctest: +SKIP
...     print(remark)
"""

from .engine.generator.generate import LANDSCAPES, generate
from .engine.maps.draft import Door, ImportedMap, MapPicture, Remark
from .engine.maps.read_map import read_map as read
from .engine.maps.write_map import BoardPicture, TilePicture, WrittenMap, write_tiled, write_universal_vtt
from .engine.scenario.toml_text import text_of

__all__ = [
    "LANDSCAPES",
    "BoardPicture",
    "Door",
    "ImportedMap",
    "MapPicture",
    "Remark",
    "TilePicture",
    "WrittenMap",
    "generate",
    "read",
    "text_of",
    "write_tiled",
    "write_universal_vtt",
]
