"""A battle's entities in an esper world."""

import threading
from itertools import count
from types import TracebackType
from typing import Any, Protocol

import esper

from .component_types import component_type
from .creature import ATTRIBUTES, Creature

_ONE_AT_A_TIME = threading.RLock()
_NUMBERS = count(1)


class Rows(Protocol):
    creatures: list[Creature]
    things: dict[int, dict[type, Any]]
    entities: int

    def add(self, entity: int | str, component: object) -> None: ...

    def take_up_places(self) -> None:
        """Moves each creature to the place in its `Position`. A game's code may have changed it."""

    def number(self) -> int: ...


class EsperWorld:
    """A context (`with` block) where the library esper sees the battle's entities."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.name: str = f"fivefoot-{next(_NUMBERS)}"
        self.before: str = ""

    def __enter__(self) -> None:
        _ONE_AT_A_TIME.acquire()
        self.before = esper.current_world
        esper.switch_world(self.name)
        listed = {creature.entity: list(creature.components().values()) for creature in self.rows.creatures}
        listed |= {entity: list(parts.values()) for entity, parts in self.rows.things.items()}
        for number in range(1, self.rows.entities + 1):
            entity = esper.create_entity(*listed.get(number, ()))
            if number not in listed:
                esper.delete_entity(entity, immediate=True)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        try:
            esper.clear_dead_entities()
            entities = sorted(esper.get_entities())
            found: dict[int, tuple[Any, ...]] = {one: esper.components_for_entity(one) for one in entities}
        finally:
            esper.switch_world(self.before if self.before in esper.list_worlds() else "default")
            esper.delete_world(self.name)
            _ONE_AT_A_TIME.release()
        self._take_over({entity: {type(one): one for one in components} for entity, components in found.items()})

    def _take_over(self, found: dict[int, dict[type, Any]]) -> None:
        for components in found.values():
            for kind in components:
                component_type(kind)
        for creature in self.rows.creatures:
            lacking = [kind.__name__ for kind in ATTRIBUTES if kind not in found.get(creature.entity, {})]
            if lacking:
                raise TypeError(f"{creature.name} must keep its {', '.join(lacking)}; creatures leave by battle.effect")
        for creature in self.rows.creatures:
            held = found.pop(creature.entity)
            for kind, component in held.items():
                if creature.component(kind) is not component:
                    self.rows.add(creature.entity, component)
            for kind in [kind for kind in creature.parts if kind not in held]:
                del creature.parts[kind]
        self.rows.take_up_places()
        self.rows.things.clear()
        self.rows.things.update(found)
        self.rows.entities = max([self.rows.entities, *found])
