"""Explains a missing path by its first obstacle."""

from ...components.position import Cube
from ..field.compile_ground import ground_of
from ..field.field import Field, field_of
from ..field.ground import Ground
from ..field.reach import Arrival, reach_of
from ..field.support import holds_at, lifted
from ..geometry.boxes import contains, footprint, overlap, step_of
from ..messages import Message, Value, _, listed
from ..rules.budget import ENDLESS, MovementBudget, speeds_now
from ..rules.ruleset import Request
from ..rules.step_costs import FEATURES
from ..state.verdict import Forbidden
from .request import limit_topics


def why_no_step(request: Request, field: Field, here: Cube, there: Cube) -> Forbidden:
    return _BarredStep(request, field, here, there).refusal()


class _BarredStep:
    """A step that a mover cannot take. Each method tests one possible reason."""

    def __init__(self, request: Request, field: Field, here: Cube, there: Cube) -> None:
        self.request = request
        self.field, self.ground, self.board = field, field.ground, field.world.board
        self.here, self.there, self.step = here, there, step_of(here, there)
        self.do = "double" if getattr(request.intent, "double", False) else request.intent.do
        self.name, self.place, self.from_ = field.creature.name, request.shown(there), request.shown(here)
        self.squares = footprint(field.creature.size.side, there)
        self.bit = field.layout.bit(there)
        self.modes = dict(self.ground.kind.modes)

    def refuse(self, text: str, *topics: str, **values: Value) -> Forbidden:
        return self.request.refuse(text, *topics, **{"name": self.name, **values})

    def refusal(self) -> Forbidden:
        return (
            self.not_adjacent()
            or self.off_the_board()
            or self.occupied()
            or (self.filled() or self.no_room() if not self.bit & self.ground.enterable else None)
            or self.wall_between()
            or self.no_such_mode()
            or self.corner()
            or self.impeded_or_pit()
            or self.stuck()
            or self.no_way()
        )

    def not_adjacent(self) -> Forbidden | None:
        dx, dy, dz = self.step
        if max(abs(dx), abs(dy), abs(dz)) == 1:
            if self.modes:
                return None
            return self.refuse("{name} has no speed", *limit_topics(self.request))
        if (
            dz > 1
            and max(abs(dx), abs(dy)) <= 1
            and holds_at(self.field.world, self.field.creature, self.there) == "walk"
        ):
            return self.refuse(
                "the floor at {place} is too high for one step", "climb", "terrain.blocked", place=self.place
            )
        if not any(self.step):
            return self.refuse(
                "a path must begin with the first square to enter, not with the present one, {place}",
                "path",
                place=self.place,
            )
        return self.refuse(
            "{place} is not next to {start}, so it cannot be the next square of a path",
            "path",
            place=self.place,
            start=self.from_,
        )

    def off_the_board(self) -> Forbidden | None:
        if any(square not in self.board for square in self.squares):
            return self.refuse("{place} is not on the board", "path", place=self.place)
        if self.there[2] + self.field.creature.size.side - 1 > self.board.ceiling:
            return self.refuse("{place} is above the ceiling", "ceiling", place=self.place)
        return None

    def occupied(self) -> Forbidden | None:
        for other, passing in self.field.passings:
            if not self.ground.over(other.box) & self.bit:
                continue
            if passing.rule == "stepover.action" and not passing.enter:
                return self.refuse(
                    "{name} can step over {other} only in a normal move action", passing.rule, other=other.name
                )
            if not passing.enter:
                return self.refuse(
                    "{name} cannot enter the space of {other}",
                    passing.rule,
                    f"{self.do}.enter",
                    other=other.name,
                )
            if passing.one_way and self.field.re_enters(self.here, self.there):
                return self.refuse(
                    "{name} cannot walk into the space of {other}",
                    "stepover.enter",
                    passing.rule,
                    other=other.name,
                )
        return None

    def filled(self) -> Forbidden | None:
        z = self.there[2]
        if not all(self.board.blocked(*square, z) for square in self.squares):
            return None
        square, closed = self.squares[0], f"{self.do}.closed"
        solid = self.board.solid(*square, z)
        if solid and "burrow" in self.modes:
            ground = self.board.ground(*square)
            return self.refuse(
                "{name} cannot dig through the {ground} at {place}",
                "burrow.ground",
                ground=ground,
                place=self.place,
            )
        if solid and z < self.board.floor(*square):
            return self.refuse("{place} is inside the ground", "earth", "terrain.blocked", closed, place=self.place)
        earth = ("earth",) if solid else ()
        ghost = ("terrain.blocked.ghost",) if self.ground.kind.ghostly else ()
        return self.refuse("{place} is blocked", *earth, *ghost, "terrain.blocked", closed, place=self.place)

    def no_room(self) -> Forbidden:
        name, place = self.name, self.place
        if any(self.board.blocked(*square, self.there[2]) for square in self.squares):
            return self.refuse(
                "there is not enough room for {name} at {place}",
                "squeeze.least",
                "terrain.blocked",
                name=name,
                place=place,
            )
        width = min(self.board.tile(*square).width for square in self.squares)
        if width < 5:
            return self.refuse(
                "the space at {place} is too narrow for {name}",
                *narrow_topics(self.field, width),
                place=place,
                name=name,
            )
        if not self.bit & self.ground.air and lifted(self.field.world, self.field.creature, self.there):
            return self.nothing_holds()
        if self.there not in self.field.layout:
            return self.no_way()
        return self.refuse("a wall runs through the space at {place}", "edge.wall", "terrain.blocked", place=place)

    def nothing_holds(self) -> Forbidden:
        return self.lacking(_("nothing supports {name} at {place}"), "mode.fly", "mode")

    def lacking(self, reason: str, *topics: str) -> Forbidden:
        held = held_to(self.request, self.field)
        if held is None:
            return self.refuse(reason, f"{self.do}.listed", *topics, place=self.place)
        return self.refuse(
            "{held}; {place} cannot be reached that way",
            *held[1],
            f"{self.do}.listed",
            *topics,
            held=held[0],
            place=self.place,
        )

    def wall_between(self) -> Forbidden | None:
        dx, dy, _dz = self.step
        for x, y in self.squares if (dx != 0) + (dy != 0) == 1 else ():
            if self.board.wall_between((x - dx, y - dy, 0), (x, y, 0)):
                return self.refuse(
                    "a wall stands between {start} and {place}",
                    "edge.wall",
                    f"{self.do}.closed",
                    start=[x - dx, y - dy],
                    place=[x, y],
                )
        return None

    def no_such_mode(self) -> Forbidden | None:
        dx, dy, dz = self.step
        bit, ground = self.bit, self.ground
        if bit & ground.swim and "swim" not in self.modes:
            return self.lacking(_("{name} has no swim speed for the water at {place}"), "mode.swim", "mode")
        tunnelled = self.field.layout.bit(self.here) & ground.burrow
        if (bit & ground.burrow and "burrow" not in self.modes) or (dz and (bit & ground.burrow or tunnelled)):
            return self.refuse(
                _("{name} cannot burrow up or down to {place}") if dz else _("{name} cannot burrow there"),
                "burrow.vertical" if dz else "mode",
                place=self.place,
            )
        if bit & ground.air and "fly" not in self.modes and not self.closed_to_fliers():
            return self.nothing_holds()
        if dz and (dx or dy) and "fly" in self.modes and bit & (ground.air | ground.walk):
            return self.refuse(
                "the step from {start} to {place} would cut a corner", "corner", start=self.from_, place=self.place
            )
        if dz > 0 and bit & ground.walk and "climb" not in self.modes and not cannot_walk(self.field):
            return self.lacking(_("{name} has no climb speed for the step up to {place}"), "climb", "mode")
        return None

    def closed_to_fliers(self) -> bool:
        dx, dy, dz = self.step
        if dz or not (dx and dy):
            return False
        airy = airy_ground(self.field)
        bit = airy.layout.bit(self.there)
        return not any(stride.into & bit for stride in airy.by_step.get(self.step, ()))

    def corner(self) -> Forbidden | None:
        dx, dy, _dz = self.step
        if not (dx and dy):
            return None
        z, cut = max(self.here[2], self.there[2]), f"{self.do}.corner"
        beside = [cube for x, y in self.squares for cube in ((x, y - dy, z), (x - dx, y, z))]
        filled = next(((x, y) for x, y, _z in beside if (x, y) in self.board and self.board.blocked(x, y, z)), None)
        if filled is not None:
            text = _("the step from {start} to {place} would cut the corner of the filled square {corner}")
            values: dict[str, Value] = {"start": self.from_, "place": self.place, "corner": filled}
            return self.refuse(text, cut, "corner", **values)
        for other, passing in self.field.passings:
            if passing.corner and any(contains(other.box, cube) for cube in beside):
                text = _("the step from {start} to {place} would cut the corner of {other}'s space")
                values = {"other": other.name, "start": self.from_, "place": self.place}
                return self.refuse(text, "corner.creature", "corner", **values)
        if self.board.edges:
            text = _("the end of a wall blocks the diagonal from {start} to {place}")
            return self.refuse(text, cut, "corner", "edge.wall", start=self.from_, place=self.place)
        return None

    def impeded_or_pit(self) -> Forbidden | None:
        for stride, prices, _features in self.field.priced_steps.get(self.step, ()):
            if stride.into & self.bit and prices[0] is None:
                topic = f"{self.do}.impeded" if self.do in ("run", "charge") else "terrain.impeded"
                return self.refuse("{place} is impeded: entering it takes a full round", topic, place=self.place)
        if self.field.rules.terrain.pits_closed and any(self.board.tile(*square).pit for square in self.squares):
            return self.refuse(
                "a walking creature cannot enter the pit at {place}", "pit", f"{self.do}.closed", place=self.place
            )
        return None

    def stuck(self) -> Forbidden | None:
        """Returns the refusal if the mover cannot leave its present place at all."""
        if self.field.layout.bit(self.here) & self.ground.enterable:
            return None
        squares = [at for at in footprint(self.field.creature.size.side, self.here) if at in self.board]
        if any(self.board.solid(*square, self.here[2]) for square in squares):
            return self.refuse("{name} is in the ground and cannot leave it by this movement", "earth", "mode")
        width = min((self.board.tile(*square).width for square in squares), default=0)
        return self.refuse("{name} is in a space too narrow to leave this way", *narrow_topics(self.field, width))

    def no_way(self) -> Forbidden:
        if self.bit & self.ground.walk and cannot_walk(self.field):
            text = _("{name} has no walking speed for the ground at {place}")
            return self.refuse(text, f"{self.do}.listed", "mode", place=self.place)
        return self.refuse(
            "no movement mode of {name} leads from {start} to {place}",
            "mode",
            start=self.from_,
            place=list(self.there),
        )


def arrival(field: Field, limit: MovementBudget, place: Cube) -> Arrival | None:
    """Returns the arrival at a place with unlimited movement; None without a path."""
    if field.creature.cube not in field.layout:
        return None  # outside the heights of the mover's ground
    endless = limit._replace(limits=tuple((mode, ENDLESS) for mode, _ in limit.limits))
    return reach_of(field, endless, True).get_arrival(place)


def why_no_way(request: Request, field: Field, limit: MovementBudget, place: Cube) -> tuple[Message, tuple[str, ...]]:
    """Returns (reason, rule ids): why no path, however long, leads to a place."""
    board, mover = request.world.board, {"name": request.creature.name}
    if place not in field.layout:
        if board.solid(*place):
            return Message(_("it is inside the ground")), ("earth", "terrain.blocked")
        return Message(_("{name} has no movement mode to get there"), mover), ("mode",)
    barred = blocker_on(field, [place])
    if barred is not None:
        return barred
    options = field.options
    everybody = frozenset(other.name for other in request.world.creatures)
    alone = field_of(request.world, request.creature, options._replace(without=everybody))
    found = arrival(alone, limit, place)
    if found is not None:
        return blocker_on(field, found.path) or (Message(_("other creatures block the way")), ("space.foe",))
    narrow = field_of(request.world, request.creature, options._replace(least=0.01, without=everybody))
    found = arrival(narrow, limit, place)
    if found is not None:
        side = request.creature.size.side
        widths = [
            board.tile(x, y).width
            for cube in found.path
            if not alone.layout.bit(cube) & alone.ground.enterable
            for x, y in footprint(side, cube)
            if not board.blocked(x, y, cube[2])
        ]
        topics = (*narrow_topics(field, min(widths, default=5.0)), "terrain.blocked")
        return Message(_("it is too narrow for {name}"), mover), topics
    bit, modes = alone.layout.bit(place), dict(alone.ground.kind.modes)
    held = held_to(request, field)
    if bit & alone.ground.swim and "swim" not in modes:
        if held:
            return held[0], (*held[1], "mode")
        return Message(_("there is deep water, and {name} cannot swim"), mover), ("mode.swim", "mode")
    if request.rules.terrain.pits_closed and any(
        board.tile(x, y).pit for x, y in footprint(request.creature.size.side, place)
    ):
        return Message(_("there is a pit, and {name} cannot walk into it"), mover), ("pit",)
    if bit & alone.ground.walk and cannot_walk(alone):
        return Message(_("{name} has no walking speed"), mover), ("mode",)
    aloft = MovementBudget((("walk", ENDLESS), ("fly", ENDLESS)))
    if arrival(alone.over(airy_ground(alone)), aloft, place) is not None:
        if held:
            return held[0], (*held[1], "mode")
        return Message(_("{name} can neither climb nor fly there"), mover), ("mode",)
    if board.solid(*place):
        if "burrow" in modes:
            return Message(_("{name} cannot dig through the ground there"), mover), ("burrow.ground", "terrain.blocked")
        return Message(_("it is inside the ground")), ("earth", "terrain.blocked")
    return Message(_("walls block the way")), ("terrain.blocked",)


def blocker_on(field: Field, path: "list[Cube] | tuple[Cube, ...]") -> tuple[Message, tuple[str, ...]] | None:
    for cube in path:
        space = field.creature.at(cube)
        for other, passing in field.passings:
            if not passing.enter and overlap(other.box, space):
                return Message(_("{other} is in the way"), {"other": other.name}), (passing.rule,)
    return None


def held_to(request: Request, field: Field) -> tuple[Message, tuple[str, ...]] | None:
    mode, mover = getattr(request.intent, "mode", None), {"name": request.creature.name}
    if field.options.crawling:
        return Message(_("{name} can only crawl"), mover), ("crawl",)
    return (
        None if mode is None else (Message(_("the intent allows {name} only to {mode}"), {**mover, "mode": mode}), ())
    )


def cannot_walk(field: Field) -> bool:
    return not speeds_now(field.rules, field.creature).get("walk")


def airy_ground(field: Field) -> Ground:
    """Returns the places that the mover could be in if it could fly."""
    profile = field.ground.kind._replace(modes=(("walk", True), ("fly", True)), pits=True)
    return ground_of(field.world.board, field.rules, profile)


def narrow_topics(field: Field, width: float) -> tuple[str, ...]:
    least = field.rules.sizes.squeeze_by_skill(field.creature.size.room)
    if least is None:
        return ("squeeze.least",)
    return ("squeeze.least", "squeeze.limit") if width < least else ("squeeze.least", "squeeze.skill")


def ground_refusal(request: Request, met: int) -> Forbidden:
    do = request.intent.do
    own = [f"{do}.{word}" for word, flag in FEATURES.items() if met & flag and word != "difficult"]
    rough = met & FEATURES["difficult"] or not request.rules.cite(*own)
    ground = [Message(word) for word, flag in FEATURES.items() if met & flag and word != "difficult"]
    others: dict[str, Value] = {"ground": listed(ground)} if ground else {}
    text = _("{name} cannot {do} across difficult terrain (reason: {ground})")
    if not ground:
        text = _("{name} cannot {do} across difficult terrain")
    return request.refuse(
        text,
        *((f"{do}.difficult",) if rough else ()),
        *own,
        do=do,
        **others,
    )
