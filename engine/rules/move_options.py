"""Options of one movement beyond its mover: modes it must keep to, creatures it passes, how it squeezes."""

from ...components.plan import MoveOptions

__all__ = ["ARRIVING", "ORDINARY", "MoveOptions"]

ORDINARY = MoveOptions()
"""The options of an ordinary move."""

ARRIVING = MoveOptions(arriving=True)
"""The options of a creature that arrives among others, with no more right to be there than one walking in."""
