"""The numbers by which `cunning` decides, as a value: a style of play, or what a search for better ones changes."""

from dataclasses import dataclass

from ...components.ordinary_class import ordinary_class


@ordinary_class
@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The weights of one `Cunning`."""

    caution: float = 1.0
    """The weight of the damage that enemies may do by its next turn."""
    bold: float = 0.3
    """The weight of enemies' damage when allies are already in melee."""
    patience: int = 4
    """Rounds without damage after which it no longer waits for the enemy."""
    impatience: int = 1
    """The same of the side that has no reason to wait."""
    arrived: float = 3.0
    """The value of standing on an objective, in its own worth."""
    nearer: float = 1.0
    """The value of the whole way to an objective, in its own worth."""
    death: float = 4.0
    """What a way that it hardly survives costs beside the hit points, in its own worth."""
    progress: float = 0.01
    """The value of a square nearer to the enemy while it waits for the enemy."""
    hurry: float = 0.05
    """The value of a square nearer to the enemy when it no longer waits."""
    effort: float = 0.002
    """The cost of a square of movement, to settle ties."""
    high: float = 0.03
    """The value of a level over the enemies' ground, while it waits."""
    together: float = 0.03
    """The value of a friend at hand, while it waits."""


USUAL = Weights()
"""Those of the shipped `cunning`."""
