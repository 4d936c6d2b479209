"""A verb of this game's own esper world: sprites glide to where their creatures are."""

from collections.abc import Callable

import esper
from components.gear import Sprite


class Glide(esper.Processor):
    """Moves every sprite a step nearer to its creature."""

    def __init__(self, place_of: Callable[[str], tuple[float, float] | None]) -> None:
        self.place_of = place_of

    def process(self) -> None:
        """One frame."""
        for entity, sprite in esper.get_component(Sprite):
            place = self.place_of(sprite.name)
            if place is None:
                esper.delete_entity(entity)
                continue
            sprite.x += (place[0] - sprite.x) * 0.3
            sprite.y += (place[1] - sprite.y) * 0.3
