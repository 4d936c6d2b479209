"""The pages of a campaign: start, stories and choices."""

from collections.abc import Callable

from ...engine.messages import tr
from ...play.battle import Battle
from ...play.campaign import Campaign, CampaignProgress
from ...play.table.session import PERSON, Session, usual_brain
from ..board.board_scene import BoardScene
from ..window.preferences import Preferences
from ..window.scene_stack import Change, PopScene, PushScene, SwapScene
from ..window.widgets import escaped
from . import journeys
from .journeys import CampaignJourney
from .pages import Page


class CampaignPages:
    def __init__(self, settings: Preferences, board: Callable[[Session, CampaignJourney], BoardScene]) -> None:
        self.settings = settings
        self.board = board

    def set_out(self, campaign: Campaign) -> Change:
        """Begins a campaign, or continues it."""
        kept = journeys.load(campaign)

        def go(progress: CampaignProgress) -> Change:
            return SwapScene(self.briefing(CampaignJourney(campaign, progress)))

        page_buttons = [("begin", tr("Begin"), lambda: go(campaign.begin()))]
        if kept is not None and campaign.battle(kept) is not None:
            words = tr("Go on: {won} won", won=len(kept.won))
            page_buttons.insert(0, ("on", words, lambda: go(kept)))
        story = escaped(tr(campaign.file.story.strip()))
        return PushScene(Page(tr(campaign.title), story, self.settings.look, self.settings.ui_scale, page_buttons))

    def briefing(self, journey: CampaignJourney) -> Page:
        scenario = journey.campaign.scenario(journey.progress)
        battle = journey.campaign.battle(journey.progress)
        side = battle.side if battle is not None else ""
        with Battle(scenario) as fought:
            goals = [fought.told(one) for one in fought.objectives if one.side == side]
            party = [
                tr("{one}: {hp} hp", one=one.name, hp=one.health.hp)
                for one in fought.creatures
                if one.side == side and not one.out
            ]
        lost = [tr("Fallen: {targets}", targets=", ".join(journey.progress.fallen))] if journey.progress.fallen else []
        lines = [tr(scenario.story.strip()), "", *(f"⚑ {goal}" for goal in goals), "", *party, *lost]
        text = "<br>".join(map(escaped, lines))

        def fight() -> Change:
            players = {one.side: usual_brain() for one in scenario.creatures} | {side: PERSON}
            table = Session(Battle(scenario), players, lookback=self.settings.lookback)
            return SwapScene(self.board(table, journey))

        palette = self.settings.look
        return Page(tr(scenario.title), text, palette, self.settings.ui_scale, [("fight", tr("To battle"), fight)])

    def onward(
        self, scene: BoardScene, journey: CampaignJourney
    ) -> tuple[str, list[tuple[str, str, Callable[[], Change | None]]]]:
        """The next battles in words and as buttons; saves the progress."""
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
                return PopScene(2, PushScene(self.briefing(CampaignJourney(journey.campaign, after))))

            made.append((f"next {choice}", tr("On: {title}", title=tr(title)), go))
        if not choices:
            end = Page(tr("The campaign is won"), "", scene.palette, scene.scale)
            made.append(("end", tr("The end"), lambda: PopScene(2, PushScene(end))))
        words = tr("Where to?<br>") + "<br>".join(told) if len(told) > 1 else ""
        return words, made
