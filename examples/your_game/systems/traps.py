"""A verb of this game: traps go off in the middle of a move."""

from components.gear import Trap

from fivefoot.ecs import FallingSystem, Position, System
from fivefoot.effects import DealDamage, ForceMovement, GiveCondition


class Traps(System):
    """Looks at every square entered; runs just before fivefoot lets fall what nothing holds."""

    before = FallingSystem

    def process(self) -> None:
        """Let every trap go off that a creature stands on."""
        world = self.world
        for entity, (trap, place) in list(world.each(Trap, Position)):
            for creature in world.creatures:
                if creature.cube == place.cube and not creature.out:
                    world.delete(entity)
                    self.effect(
                        DealDamage(target=creature.name, amount=trap.damage, kind="trap"),
                        GiveCondition(target=creature.name, condition="poisoned", until="turn-end", times=2),
                        ForceMovement(target=creature.name, distance=5, direction=(0, 1)),
                        by="a spring trap",
                    )
