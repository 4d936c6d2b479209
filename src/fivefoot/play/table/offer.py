"""An offer, the effect of a click: intents, preview, odds, damage and words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...engine.combat.forecast import Forecast
from ...engine.field.forced_steps import harmful
from ...engine.field.shapes import tight_beside
from ...engine.field.support import holds_at
from ...engine.field.zone_harm import Border, crossed, hurting
from ...engine.legality.preview import Preview
from ...engine.messages import _, counted, language_in_use, tr, translated, wording
from ...engine.state.creature import Creature
from ...engine.state.verdict import Refusal
from ..battle import Battle
from ..replay.log_text import Labels
from .ability_text import immune_told
from .aiming import told_distance
from .strike_lines import NO_LINES, STRIKES, StrikeLines
from .uses import Odds, odds_told

Square = tuple[int, int]
SPACE = "space of "
"""A preview's reason prefix for another's space."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a click would do: its intents, the odds and warnings."""

    intents: tuple[dict[str, Any], ...] = ()
    """The intents in order: one, or a walk and a strike. Empty: no effect."""
    seen: Preview | Refusal | None = None
    odds: Mapping[str, Odds] = field(default_factory=dict)
    lines: StrikeLines = NO_LINES
    area: frozenset[Square] = frozenset()
    """Squares that the ability covers."""
    friends: tuple[str, ...] = ()
    """Allies it may harm."""
    harm: str = ""
    """Harmful ground on the way, in words."""
    words: tuple[str, ...] = ()
    nobody: bool = False
    """True if the ability needs a creature in its area and none is there."""
    labels: Labels = field(default_factory=dict)
    """Names for people of the battle's own conditions."""

    @property
    def preview(self) -> Preview | None:
        """The preview of the click's movement; None if there is none or it is refused."""
        return self.seen if isinstance(self.seen, Preview) else None

    @property
    def refusal(self) -> Refusal | None:
        return self.seen if isinstance(self.seen, Refusal) else None

    @property
    def follow_up(self) -> dict[str, Any] | None:
        """The strike that comes after the click's walk; None if there is none."""
        return strike_after(self.intents)

    @property
    def strikes(self) -> int:
        """The number of strikes of a full attack; 1 for other intents."""
        return strikes_of(self.intents)

    @property
    def provokes(self) -> tuple[str, ...]:
        return self.preview.provokes if self.preview is not None else ()

    @property
    def confirm(self) -> tuple[str, ...]:
        """The warnings that a player must confirm before the click acts; empty if there are none."""
        told = (
            [tr("⚔ This provokes an attack by {targets}.", targets=tr(" and ").join(self.provokes))]
            if self.provokes
            else []
        )
        told += [tr("⚠ This may harm {targets}.", targets=tr(" and ").join(self.friends))] if self.friends else []
        told += [tr("⚠ This affects nobody.")] if self.nobody else []
        return tuple(told + ([tr("⚠ This goes over {harm}.", harm=self.harm)] if self.harm else []))


def odds_of(
    battle: Battle, name: str, seen: Preview | Refusal | None, intents: tuple[dict[str, Any], ...], cover: int
) -> dict[str, Odds]:
    """Returns {target: odds} of the strike or ability that a click would use."""
    if not isinstance(seen, Preview):
        return {}
    if intents[0]["do"] == "use":
        found = battle.odds(name, intents[0])
        return {} if isinstance(found, Refusal) else dict(found)
    after = strike_after(intents)
    ranged = after is None and bool(intents and intents[0].get("ranged"))
    target = str(after["target"]) if after is not None else seen.strikes[0] if seen.strikes else None
    if target is None or target not in battle.world.named:
        return {}
    own = [step.at for step in seen.steps if step.who == name and step.collides is None]
    at = tuple(intents[-2]["path"][-1]) if after is not None and len(intents) > 2 else own[-1] if own else None
    return {target: battle.forecast(name, target, ranged=ranged, cover=cover, at=at, strikes=strikes_of(intents))}


def strikes_of(intents: tuple[dict[str, Any], ...]) -> int:
    return len(intents) if intents and intents[0]["do"] == "full-attack" else 1


def words_of(
    battle: Battle,
    active: str,
    seen: Preview,
    intents: tuple[dict[str, Any], ...],
    odds: Mapping[str, Odds],
    lines: StrikeLines,
    labels: Labels,
) -> tuple[str, ...]:
    """Returns what a legal click would do, in words."""
    reasons = dict.fromkeys(reason for step in seen.steps for reason in step.reasons if not reason.startswith(SPACE))
    parts = [
        told_distance(battle.rules, seen.cost) if seen.cost else "",
        "+".join(wording(action, language_in_use()) for action in seen.pays),
        ", ".join(translated(reason, language_in_use()) for reason in reasons),
        f"⚄ {', '.join(_with_chance(check, dict(seen.chances)) for check in seen.checks)}" if seen.checks else "",
        *dict.fromkeys(tr("⚄ {check} on the way", check=step.check) for step in seen.steps if step.check),
        *consequences(battle, active, seen),
        tr("attacks {targets}", targets=", ".join(seen.strikes)) if seen.strikes else "",
        *(effect.by for effect in seen.effects),
        _then(intents),
    ]
    ability = battle.world.abilities.get(str(intents[0].get("ability"))) if intents else None
    for who, promise in odds.items():
        if not isinstance(promise, Forecast):
            immune = immune_told(battle.creature(who), ability) if ability is not None else ""
            promised = ", ".join(filter(None, (odds_told(promise, labels=labels), immune)))
            parts += [f"{who}: {promised}"] if promised else []
            continue
        parts.append(odds_told(promise, strikes_of(intents)))
        parts += [_modifier(why, amount) for why, amount in promise.modifiers]
    parts += [tr("⚔ provokes {targets}", targets=", ".join(seen.provokes))] if seen.provokes else []
    parts += [tr("⇄ flanks {name} with {ally}", name=name, ally=flank.ally) for name, flank in lines.flanks]
    return tuple(part for part in parts if part)


def _modifier(why: str, amount: int | str) -> str:
    language = language_in_use()
    told = translated(why, language)
    return f"{told} {amount:+d}" if isinstance(amount, int) else f"{told}: {translated(amount, language)}"


def _with_chance(check: str, chances: Mapping[str, float]) -> str:
    return f"{check} {round(100 * chances[check])}%" if check in chances else check


def strike_after(intents: tuple[dict[str, Any], ...]) -> dict[str, Any] | None:
    """Returns the strike if `intents` are moves and then a strike; else None."""
    walks = len(intents) > 1 and intents[0]["do"] not in STRIKES and intents[-1]["do"] in STRIKES
    return intents[-1] if walks else None


def _then(intents: tuple[dict[str, Any], ...]) -> str:
    if len(intents) < 2:
        return ""
    if intents[0]["do"] in STRIKES:
        return tr("full attack: {count} strikes", count=len(intents))
    after = strike_after(intents)
    moves = len(intents) - (after is not None)
    told = [tr("{count} moves in all", count=moves)] if moves > 1 else []
    told += [tr("then strikes {target}", target=after["target"])] if after is not None else []
    return " · ".join(told)


def consequences(battle: Battle, active: str, seen: Preview) -> list[str]:
    """Returns in words how a movement would end: height, fall, climbing, shared square."""
    told: list[str] = []
    world = battle.world
    last = {step.who: step for step in seen.steps if step.collides is None}
    for name, step in last.items():
        creature = world.named[name]
        z = step.at[2]
        filled = step.shape or creature.at(step.at)
        under = [one for one in filled.footprint if one in world.board]
        if not under:
            continue
        aloft = z - max(world.board.stand(*one) for one in under)
        whose = "" if name == active else f"{name} "
        if aloft > 0 and (step.falls or (holds_at(world, creature, step.at) is None and not _flies(creature))):
            fall = tr("damage, and prone") if aloft > 1 else tr("may fall prone")
            told.append(tr("{whose}⇓ falls {far}: {fall}", whose=whose, far=squares_told(aloft), fall=fall))
        elif aloft > 0:
            held = tr("clings to the wall") if step.mode == "climb" else tr("stays aloft")
            told.append(
                tr(
                    "{whose}ends {far} above the floor, {held}",
                    whose=whose,
                    far=squares_told(aloft),
                    held=held,
                )
            )
        elif z != creature.cube[2]:
            change = z - creature.cube[2]
            told.append(
                tr(
                    _("{whose}ends {far} higher") if change > 0 else _("{whose}ends {far} lower"),
                    whose=whose,
                    far=squares_told(abs(change)),
                )
            )
        if step.falls and aloft <= 0:
            told.append(tr("{whose}⇓ falls", whose=whose))
        for other in (reason.removeprefix(SPACE) for reason in step.reasons if reason.startswith(SPACE)):
            tight = other in world.named and tight_beside(world, creature, world.named[other])
            told.append(
                tr("{whose}ends in the space of {other}", whose=whose, other=other)
                + (tr(": squeezing") if tight else "")
            )
        if battle.rules.sizes.squeeze_condition is not None and "squeezing" in step.reasons:
            told.append(tr("{whose}ends squeezed", whose=whose))
        harm = harm_of(battle, seen, name)
        told += [f"{whose}⚠ {harm}"] if harm else []
    return told


def harm_of(battle: Battle, seen: Preview, name: str) -> str:
    """Returns in words the harmful ground and zones on a creature's path; empty if there are none."""
    return tr(" and ").join(filter(None, (_ground_harm(battle, seen, name), _zone_harm(battle, seen, name))))


def _zone_harm(battle: Battle, seen: Preview, name: str) -> str:
    world = battle.world
    creature = world.named[name]
    here, met = creature.cube, set[tuple[int, Border]]()
    harms: list[str] = []
    for step in seen.steps:
        if step.who == name and step.collides is None:
            harms += [str(act.amount) for act in hurting(crossed(world, creature, here, step.at, met))]
            here = step.at
    return tr("harmful zones: {damage} damage", damage=" + ".join(harms)) if harms else ""


def _ground_harm(battle: Battle, seen: Preview, name: str) -> str:
    world = battle.world
    creature, board, side = world.named[name], world.board, world.named[name].size.side
    there = [step.at for step in seen.steps if step.who == name and step.collides is None]
    harmed = [cube for cube in there if harmful(world, creature, cube)]
    if not harmed:
        return ""
    tiles = [board.tile(x + i, y + j) for x, y, _ in harmed for i in range(side) for j in range(side)]
    does = dict.fromkeys(str(tile.damage) for tile in tiles if tile.damage is not None)
    far = squares_told(len(harmed))
    if not does:
        return tr("harmful ground: {far}", far=far)
    return tr("harmful ground: {far}, {damage} damage each", far=far, damage=tr(" or ").join(does))


def squares_told(count: int) -> str:
    return counted("{count} square", "{count} squares", count).told(language_in_use())


def _flies(creature: Creature) -> bool:
    return creature.speed.listed.get("fly", 0) > 0
