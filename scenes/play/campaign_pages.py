"""The pages of a campaign: start, stories and choices."""

from collections.abc import Callable, Sequence
from functools import partial

from ...engine.messages import tr
from ...engine.scenario.shipped import label_of
from ...play.battle import Battle
from ...play.campaign import Campaign, CampaignLine, CampaignProgress, title_in_words
from ...play.table.session import PERSON, Session, usual_brain
from ..board.board_scene import BoardScene
from ..window.preferences import Preferences
from ..window.scene_stack import Change, PopScene, PushScene, SwapScene
from ..window.widgets import escaped
from . import journeys
from .journeys import CampaignJourney
from .picker import Listed, Picker
from .road_page import RoadPage


class CampaignPages:
    def __init__(self, settings: Preferences, board: Callable[[Session, CampaignJourney], BoardScene]) -> None:
        self.settings = settings
        self.board = board

    def set_out(self, campaign: Campaign) -> Change:
        kept = journeys.load(campaign)

        def go(progress: CampaignProgress) -> Change:
            return SwapScene(self.next_page(CampaignJourney(campaign, progress)))

        buttons = [("begin", tr("Begin"), lambda: go(campaign.begin()))]
        if kept is not None and campaign.battle(kept) is not None:
            words = tr("Go on: {won} won", won=len(kept.won))
            buttons.insert(0, ("on", words, lambda: go(kept)))
        story = escaped(tr(campaign.file.story.strip()))
        shown = CampaignJourney(campaign, kept or campaign.begin())
        return PushScene(self._page(tr(campaign.title), story, shown, (), buttons))

    def _page(
        self,
        title: str,
        text: str,
        journey: CampaignJourney,
        talk: Sequence[CampaignLine],
        buttons: Sequence[tuple[str, str, Callable[[], Change | None]]],
    ) -> RoadPage:
        settings = self.settings
        return RoadPage(
            title, text, journey.campaign, journey.progress, talk, settings.look, settings.ui_scale, buttons
        )

    def next_page(self, journey: CampaignJourney) -> RoadPage:
        """Returns the next page of a campaign. It offers a reward or describes the next battle."""
        return self._gifts(journey) if journey.campaign.due(journey.progress) else self.briefing(journey)

    def _gifts(self, journey: CampaignJourney) -> RoadPage:
        campaign, progress = journey.campaign, journey.progress
        won = campaign.battles[progress.won[-1]]
        gifts = campaign.due(progress)

        def given(gift: int, who: str) -> Change:
            then = campaign.give(progress, gift, who)
            journeys.save(then)
            return SwapScene(self.briefing(CampaignJourney(campaign, then)))

        def choose(gift: int) -> Change:
            if gifts[gift].all:
                return given(gift, "")
            names = [str(one["name"]) for one in campaign.party(progress)]
            return self._ask(tr("Who gets it?"), names, page, lambda at: given(gift, names[at]))

        lines = [tr("Choose one of these for the road:"), *(f"{tr(one.label)}: {tr(one.text)}" for one in gifts)]
        buttons = [(f"gift {at}", tr(one.label), partial(choose, at)) for at, one in enumerate(gifts)]
        page = self._page(tr("After the battle"), "<br>".join(map(escaped, lines)), journey, won.after, buttons)
        return page

    def _ask(self, title: str, names: Sequence[str], page: RoadPage, chosen: Callable[[int], Change]) -> Change:
        listed = [Listed(name) for name in names]
        return PushScene(Picker(title, listed, chosen, page, self.settings.look, self.settings.ui_scale))

    def briefing(self, journey: CampaignJourney) -> RoadPage:
        campaign, progress = journey.campaign, journey.progress
        scenario = campaign.scenario(progress)
        battle = campaign.battles[progress.at]
        with Battle(scenario) as fought:
            goals = [fought.told(one) for one in fought.objectives if one.side == battle.side]
        lines = [tr(scenario.story.strip()), *(f"⚑ {goal}" for goal in goals)]

        def fight() -> Change:
            players = {one.side: usual_brain() for one in scenario.creatures} | {battle.side: PERSON}
            table = Session(Battle(scenario), players, lookback=self.settings.lookback)
            return SwapScene(self.board(table, journey))

        held = [(str(one["name"]), str(item)) for one in campaign.party(progress) for item in one.get("items", ())]
        names = [str(one["name"]) for one in campaign.party(progress)]

        def hand_over() -> Change:
            told = [tr("{name}: {item}", name=name, item=tr(label_of("items", item))) for name, item in held]
            return self._ask(tr("Hand over what?"), told, page, taken)

        def taken(at: int) -> Change:
            giver, item = held[at]
            takers = [name for name in names if name != giver]
            return self._ask(tr("Who gets it?"), takers, page, lambda to: handed(item, giver, takers[to]))

        def handed(item: str, giver: str, taker: str) -> Change:
            then = campaign.hand_over(progress, item, giver, taker)
            if then.won:
                journeys.save(then)
            return SwapScene(self.briefing(CampaignJourney(campaign, then)))

        buttons: list[tuple[str, str, Callable[[], Change | None]]] = [("fight", tr("To battle"), fight)]
        if held and len(names) > 1:
            buttons.append(("pack", tr("Hand over …"), hand_over))
        text = "<br>".join(map(escaped, lines))
        page = self._page(title_in_words(scenario.title), text, journey, battle.before, buttons)
        return page

    def onward(
        self, scene: BoardScene, journey: CampaignJourney
    ) -> tuple[str, list[tuple[str, str, Callable[[], Change | None]]]]:
        """Saves a campaign's progress after a battle.

        Returns (text, buttons) to choose the next battle.
        """
        battle = journey.campaign.battle(journey.progress)
        choices = battle.next if battle is not None else ()
        journeys.save(journey.campaign.after(journey.progress, scene.battle))
        made: list[tuple[str, str, Callable[[], Change | None]]] = []
        told: list[str] = []
        for choice in choices:
            after = journey.campaign.after(journey.progress, scene.battle, choice)
            ahead = journey.campaign.scenario(after)
            title = ahead.title.removeprefix(f"{journey.campaign.title}: ")
            told.append(f"<b>{escaped(tr(title))}</b>: {escaped(tr(ahead.story.strip()))}")

            def go(after: CampaignProgress = after) -> Change:
                journeys.save(after)
                return PopScene(2, PushScene(self.next_page(CampaignJourney(journey.campaign, after))))

            made.append((f"next {choice}", tr("Continue: {title}", title=tr(title)), go))
        if not choices:
            won = CampaignJourney(journey.campaign, journey.campaign.after(journey.progress, scene.battle))
            talk = battle.after if battle is not None else ()
            end = self._page(tr("The campaign is won"), tr("This is where the road ends."), won, talk, ())
            made.append(("end", tr("The end"), lambda: PopScene(2, PushScene(end))))
        words = tr("Where to?<br>") + "<br>".join(told) if len(told) > 1 else ""
        return words, made
