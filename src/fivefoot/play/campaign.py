"""Campaigns: a series of battles with choices and one party."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from ..components.names import Name, Table, Word
from ..engine.errors import ScenarioError, spelled
from ..engine.scenario import parse as parsing
from ..engine.scenario import read as files
from ..engine.scenario import validate
from ..engine.scenario.convert import converted, unscripted
from ..engine.scenario.format import CreatureSpec, Scenario
from .battle import Battle


class CampaignGrowth(Table, frozen=True, kw_only=True):
    hp: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    """Hit points added to the maximum."""
    attack: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """Added to the attack bonus."""
    ac: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """Added to the defence."""


class CampaignBattle(Table, frozen=True, kw_only=True):
    """One battle of a campaign."""

    id: Word
    """Its name in other battles."""
    scenario: Word
    """A shipped scenario, or a file beside the campaign."""
    side: Name = "red"
    """The side that the party plays."""
    story: Annotated[str, msgspec.Meta(max_length=20_000)] = ""
    """The story before it, instead of the scenario's."""
    joins: tuple[dict[str, object], ...] = ()
    """Creatures that join after a victory."""
    next: tuple[Word, ...] = ()
    """The battles to choose from after a victory; empty ends the campaign."""


class CampaignFile(Table, frozen=True, kw_only=True):
    """A campaign file."""

    format: int = 1
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    story: Annotated[str, msgspec.Meta(max_length=20_000)] = ""
    """The story before the first battle."""
    ruleset: Word
    """The ruleset of the whole campaign."""
    rest: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    """Hit points that every member regains between battles."""
    grows: CampaignGrowth = CampaignGrowth()
    """What a victory gives its survivors."""
    party: tuple[dict[str, object], ...]
    """The party's creatures, without `at` and `side`."""
    battles: Annotated[tuple[CampaignBattle, ...], msgspec.Meta(min_length=1)]
    """The battles; the first begins it."""


class CampaignProgress(msgspec.Struct, kw_only=True):
    """A party's progress."""

    campaign: str
    """The campaign's title."""
    at: str
    """The next battle's id; empty at the end."""
    hit_points: dict[str, int] = {}
    """Hit points of wounded members."""
    fallen: list[str] = []
    """The fallen, who do not return."""
    won: list[str] = []
    """The battles won, in order."""


class Campaign:
    """A campaign and its scenarios."""

    def __init__(self, file: CampaignFile, source: str, scenarios: Mapping[str, Path]) -> None:
        self.file = file
        self.source = source
        self.title = file.title
        self._scenarios = scenarios
        self.battles = {battle.id: battle for battle in file.battles}
        self._check()

    def _check(self) -> None:
        for index, battle in enumerate(self.file.battles):
            for number, name in enumerate(battle.next):
                if name not in self.battles:
                    self._fault(f"battles[{index}].next[{number}]", spelled(name), ", ".join(self.battles))
            if battle.scenario not in self._scenarios:
                allowed = ", ".join(self._scenarios)
                self._fault(f"battles[{index}].scenario", spelled(battle.scenario), allowed)

    def _fault(self, place: str, found: str, allowed: str) -> None:
        raise ScenarioError(self.source, place, found, allowed)

    def begin(self) -> CampaignProgress:
        """The progress of a new party."""
        return CampaignProgress(campaign=self.title, at=self.file.battles[0].id)

    def battle(self, progress: CampaignProgress) -> CampaignBattle | None:
        """The next battle; None at the end."""
        return self.battles.get(progress.at)

    def members(self, progress: CampaignProgress) -> list[tuple[Mapping[str, object], int]]:
        """(creature, victories) of all members ever, fallen ones included."""
        found: list[tuple[Mapping[str, object], int]] = [(one, len(progress.won)) for one in self.file.party]
        for before, won in enumerate(progress.won):
            found += [(one, len(progress.won) - before - 1) for one in self.battles[won].joins]
        return found

    def scenario(self, progress: CampaignProgress) -> Scenario:
        """The next battle's scenario with the party in it.

        Raises:
            ScenarioError: the scenario lacks the side, or places for the party.
        """
        battle = self.battles[progress.at]
        written = unscripted(files.read(self._scenarios[battle.scenario])).scenario
        base = converted(written, self.file.ruleset).scenario
        wanted = {objective.who for objective in base.objectives if objective.who is not None}
        own = [spec for spec in base.creatures if spec.side == battle.side and "object" not in spec.traits]
        places = [spec for spec in own if spec.name not in wanted]
        if not places:
            self._fault("battles", f"the side {spelled(battle.side)} of {battle.scenario}", "a side of that scenario")
        going = [grown for grown in self.members(progress) if str(grown[0].get("name")) not in progress.fallen]
        squares = [(spec.at[0], spec.at[1]) for spec in places]
        squares += _beside(base, squares, len(going) - len(squares))
        party = [
            self._member(member, victories, at, battle.side, progress)
            for (member, victories), at in zip(going, squares, strict=False)
        ]
        kept = [spec for spec in base.creatures if spec not in places]
        return msgspec.structs.replace(
            base,
            title=f"{self.title}: {base.title}",
            story=battle.story or base.story,
            creatures=(*party, *kept),
            objectives=tuple(
                msgspec.structs.replace(one, count=min(one.count, max(len(party), 1)))
                if one.side == battle.side
                else one
                for one in base.objectives
            ),
        )

    def _member(
        self,
        member: Mapping[str, object],
        victories: int,
        at: tuple[int, int],
        side: str,
        progress: CampaignProgress,
    ) -> CreatureSpec:
        tree = {**member, "at": list(at), "side": side}
        written = validate.decode(tree, CreatureSpec, self.source, "party")
        grows = self.file.grows
        spec = msgspec.structs.replace(
            written,
            hp=None if written.hp is None else written.hp + grows.hp * victories,
            attack=written.attack + grows.attack * victories,
            ac=written.ac + grows.ac * victories,
        )
        left = progress.hit_points.get(spec.name)
        return spec if left is None or spec.hp is None else msgspec.structs.replace(spec, hp=min(left, spec.hp))

    def after(self, progress: CampaignProgress, battle: Battle, chosen: str | None = None) -> CampaignProgress:
        """The progress after a victory, with wounds, losses and rest."""
        won = self.battles[progress.at]
        hit_points, fallen = dict(progress.hit_points), list(progress.fallen)
        grows = self.file.grows
        for member, victories in self.members(progress):
            name = str(member.get("name"))
            creature = battle.world.named.get(name) if name in battle.world.named else None
            if creature is None:
                continue
            if creature.out:
                fallen.append(name)
                hit_points.pop(name, None)
            elif creature.health.hp is not None:
                whole = member.get("hp")
                rested = creature.health.hp + self.file.rest + grows.hp
                most = whole + grows.hp * (victories + 1) if isinstance(whole, int) else rested
                hit_points[name] = min(rested, most)
        following = chosen if chosen in won.next else (won.next[0] if won.next else "")
        return CampaignProgress(
            campaign=self.title,
            at=following,
            hit_points=hit_points,
            fallen=fallen,
            won=[*progress.won, won.id],
        )


def _beside(scenario: Scenario, taken: Sequence[tuple[int, int]], count: int) -> list[tuple[int, int]]:
    """Free squares of plain floor, those beside taken ones first."""
    rows, tiles = scenario.board.rows, scenario.board.tiles
    full = set(taken)
    for spec in scenario.creatures:
        x, y = spec.at[0], spec.at[1]
        full |= {(x + i, y + j) for i in range(4) for j in range(4)}
    free = [
        (x, y)
        for y, row in enumerate(rows)
        for x, char in enumerate(row)
        if (x, y) not in full and tiles[char].terrain == "normal" and not tiles[char].harms and not tiles[char].water
    ]
    free.sort(key=lambda at: (min(max(abs(at[0] - x), abs(at[1] - y)) for x, y in taken), at[1], at[0]))
    return free[: max(count, 0)]


def read(path: Path, shipped: Iterable[Path]) -> Campaign:
    """Reads a campaign; its scenarios are files beside it or shipped ones.

    Raises:
        ScenarioError: it is unsound.
    """
    source = str(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(source, "", "no readable file", "a TOML file") from error
    file = validate.decode(parsing.tree(text, source, "toml"), CampaignFile, source)
    scenarios = {one.name.removesuffix(".toml"): one for one in shipped}
    scenarios |= {one.stem: one for one in sorted(path.parent.glob("*.toml")) if one != path}
    return Campaign(file, source, scenarios)
