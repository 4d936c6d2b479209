"""Maps of other programs, read and written: Tiled, LDtk, Universal VTT and Foundry.

>>> import fivefoot.maps
>>> found = fivefoot.maps.read("castle.tmx")  # doctest: +SKIP
>>> battle = fivefoot.Battle(found.scenario)  # doctest: +SKIP
>>> for remark in found.remarks:  # doctest: +SKIP
...     print(remark)
"""

from .engine.maps.draft import Door, ImportedMap, Remark
from .engine.maps.read_map import read_map as read

__all__ = ["read", "ImportedMap", "Remark", "Door"]
