"""Bots that misbehave lose their turn (or the battle), are reported, and do no harm."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from tests.fights import fight
from tests.under_test import HOME

from fivefoot.components.intents import Charge, IntentBase, Move
from fivefoot.engine.brains import Deciding, View
from fivefoot.engine.scenario.read import parse
from fivefoot.play.battle import Battle
from fivefoot.play.bots import BotForfeit, BotPlayer, BotRules, Limits, process_family
from fivefoot.play.match import Match
from fivefoot.play.players import Seats, contest
from fivefoot.play.save import digest

SPY = """
[[creatures]]
name = "spy"
side = "blue"
at = [5, 1]
hidden_from = ["ann"]
"""
SCENARIO = fight("a..... ...b..", both="hp = 10") + SPY
SPEC = parse(SCENARIO)
GREET = """
import json, os, sys, time
def say(thing):
    print(json.dumps(thing), flush=True)
def hear():
    return json.loads(sys.stdin.readline())
hear()
say({"type": "hello", "protocol": "fivefoot-bot", "version": 1, "name": "fuzz"})
hear()
question = hear()
"""
"""A bot that has said hello and has been asked once."""
NO_PROGRAM = "exec format error" if os.name == "nt" else "permission denied"
"""The system's word for a file of Python that is started as a program."""
TIGHT = BotRules(Limits(start=5, turn=0.4, battle=3, line=2000, output=20_000))


@pytest.fixture
def battle() -> Iterator[Battle]:
    with Battle(SPEC) as opened:
        opened.begin_turn("ann")
        yield opened


def bot(code: str, rules: BotRules = TIGHT) -> BotPlayer:
    return BotPlayer([sys.executable, "-S", "-c", code], SPEC, rules)


def play(battle: Battle, player: BotPlayer) -> list[IntentBase]:
    """One turn of ann, played to its end; what the bot asked for."""
    wanted = []
    for intent in player.turn(View(battle.world, battle.creature("ann"))):
        battle.submit("ann", intent)
        battle.process()
        wanted.append(intent)
    return wanted


ANSWER = 'say({"type": "intent", "id": question["id"], "intent": %s})'
FUZZ = {
    "hangs": ("time.sleep(60)", "hang"),
    "hangs and hears no signal": (
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: pass",
        "hang",
    ),
    "crashes": ("raise SystemExit(3)", "crash"),
    "kills itself": ("os.kill(os.getpid(), 9)", "crash"),
    "closes its mouth": ("os.close(1); time.sleep(60)", "crash"),
    "floods with lines": ("while True: say({'type': 'choice', 'id': 0, 'index': 0})", "flood"),
    "floods with one line": ("while True: sys.stdout.write('x' * 4096)", "flood"),
    "floods its errors": ("while True: sys.stderr.write('x' * 4096)", "hang"),
    "says nonsense": ("print('Ni!', flush=True); time.sleep(9)", "garbage"),
    "says bytes that are no text": ("os.write(1, bytes([255, 254, 0, 10])); time.sleep(9)", "garbage"),
    "nests a thousand arrays": ("print('[' * 990 + ']' * 990, flush=True); time.sleep(9)", "garbage"),
    "nests deep in the intent": (ANSWER.replace("%s", "eval('[' * 80 + ']' * 80)") + "; time.sleep(9)", "garbage"),
    "says a list": ("say([1, 2, 3]); time.sleep(9)", "garbage"),
    "answers what was not asked": ("say({'type': 'choice', 'id': 99, 'index': 0}); time.sleep(9)", "garbage"),
    "chooses beyond the list": ("say({'type': 'choice', 'id': 1, 'index': 10**9}); time.sleep(9)", "illegal"),
    "chooses before the list": ("say({'type': 'choice', 'id': 1, 'index': -1}); time.sleep(9)", "illegal"),
    "an index of fifty digits": ("say({'type': 'choice', 'id': 1, 'index': 10**50}); time.sleep(9)", "illegal"),
    "an index of two thousand digits": (
        'print(\'{"type": "choice", "id": 1, "index": 1\' + \'0\' * 1900 + \'}\', flush=True); time.sleep(9)',
        "illegal",
    ),
    "a square beyond all numbers": (
        ANSWER % '{"do": "move", "to": [10**400, 0]}' + "; time.sleep(9)",
        "garbage",
    ),
    "a square beyond the board": (ANSWER % '{"do": "move", "to": [4000, 0]}' + "; time.sleep(9)", "illegal"),
    "an intent that there is not": (ANSWER % '{"do": "win"}' + "; time.sleep(9)", "garbage"),
    "a path through the board's edge": (
        ANSWER % '{"do": "move", "path": [[0, -1]]}' + "; time.sleep(9)",
        "illegal",
    ),
    "a move without limit": (
        ANSWER % '{"do": "move", "to": [5, 0], "distance": 9000, "exceeds": True}' + "; time.sleep(9)",
        "illegal",
    ),
    "an affliction": (
        ANSWER % '{"do": "afflict", "target": "bob", "condition": "dead"}' + "; time.sleep(9)",
        "illegal",
    ),
    "the floor taken away": (ANSWER % '{"do": "fall", "target": "bob", "squares": 50}' + "; time.sleep(9)", "illegal"),
    "a push from afar": (ANSWER % '{"do": "push", "target": "bob", "distance": 90}' + "; time.sleep(9)", "illegal"),
    "a strike from afar": (ANSWER % '{"do": "attack", "target": "bob"}' + "; time.sleep(9)", "illegal"),
}


@pytest.mark.parametrize("case", FUZZ, ids=lambda case: case.replace(" ", "-"))
def test_a_bot_that_misbehaves_loses_its_turn_and_harms_nobody(battle: Battle, case: str) -> None:
    code, kind = FUZZ[case]
    player = bot(GREET + code)
    before = len(battle.events)
    begun = time.monotonic()
    assert play(battle, player) == []
    took = time.monotonic() - begun
    player.close()
    assert [one.kind for one in player.faults] == [kind], player.faults
    assert len(battle.events) == before, "nothing has happened in the battle"
    assert took < 5
    closed = "closed its output" in player.faults[0].detail
    assert closed == (case == "closes its mouth")
    battle.end_turn()
    assert battle.creature("bob").health.hp == 10


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("raise SystemExit", "crash"),
        ("import time; time.sleep(60)", "hang"),
        ("print('hello')", "garbage"),
        ('print(\'{"type": "hello", "protocol": "fivefoot-bot", "version": 2}\')', "garbage"),
        ('print(\'{"type": "hello", "protocol": "chess", "version": 1}\')', "garbage"),
    ],
)
def test_a_bot_that_greets_wrongly_loses_its_turn(battle: Battle, code: str, kind: str) -> None:
    player = bot(code, BotRules(Limits(start=0.4 if kind == "hang" else 20)))
    assert play(battle, player) == []
    assert [one.kind for one in player.faults] == [kind]


def test_a_program_that_is_not_there_is_a_fault_too(battle: Battle) -> None:
    player = BotPlayer(["no-such-program-anywhere"], SPEC, TIGHT)
    assert play(battle, player) == []
    assert [one.kind for one in player.faults] == ["no-start"]


def test_after_too_many_faults_a_bot_is_not_asked_again(battle: Battle) -> None:
    player = bot("raise SystemExit", BotRules(faults=2))
    for _ in range(4):
        play(battle, player)
    assert len(player.faults) == 2


def test_by_option_a_fault_costs_the_battle(battle: Battle) -> None:
    player = bot("raise SystemExit(7)", BotRules(forfeit="battle"))
    with pytest.raises(BotForfeit, match="status 7"):
        play(battle, player)


def test_a_bot_that_recovers_plays_on(battle: Battle) -> None:
    code = GREET + "print('Ni!', flush=True)\nquestion = hear()\n" + ANSWER % '{"do": "move", "to": [1, 0]}'
    code += "\nquestion = hear()\n" + ANSWER % '{"do": "end"}' + "\ntime.sleep(9)"
    player = bot(code)
    assert play(battle, player) == []
    battle.end_turn()
    battle.begin_turn("ann")
    assert play(battle, player) == [Move(to=(1, 0))]
    player.close()
    assert battle.creature("ann").cube == (1, 0, 0)


def test_late_answers_are_reported_and_ignored(battle: Battle) -> None:
    code = GREET + "say({'type': 'choice', 'id': 0, 'index': 0})\n" + ANSWER % '{"do": "end"}' + "\ntime.sleep(9)"
    player = bot(code)
    assert play(battle, player) == []
    player.close()
    told = [(fault.kind, fault.actor, fault.detail) for fault in player.faults]
    assert told == [("out-of-turn", "ann", "1 answer to no open question")]


def test_answers_out_of_turn_are_reported_without_penalty(battle: Battle) -> None:
    code = """
while True:
    for _ in range(2):
        say({"type": "choice", "id": question["id"], "index": len(question["legal"]) - 1})
    question = hear()
"""
    player = bot(GREET + code, BotRules(TIGHT.limits, faults=1))
    for _ in range(3):
        assert play(battle, player) == []
        battle.end_turn()
        battle.begin_turn("ann")
    player.over("red", "enough")
    assert {fault.kind for fault in player.faults} == {"out-of-turn"}
    assert len(player.faults) >= 2


RUNAWAYS = {
    "a child": "subprocess.Popen(['sleep', '60'])",
    "a child in a session of its own": "subprocess.Popen(['sleep', '60'], start_new_session=True)",
    "a child of a child that has ended": (
        "subprocess.Popen([sys.executable, '-S', '-c', \"import subprocess; "
        "print(subprocess.Popen(['sleep', '60'], start_new_session=True).pid, flush=True)\"], "
        "stdout=subprocess.PIPE, text=True)"
    ),
}
"""What a bot may start to outlive it; each has a `pid`, or prints one."""


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
@pytest.mark.parametrize("ending", ["time.sleep(60)", "raise SystemExit(1)"])
@pytest.mark.parametrize("case", RUNAWAYS, ids=lambda case: case.replace(" ", "-"))
def test_processes_started_by_a_bot_end_with_it(battle: Battle, tmp_path: Path, case: str, ending: str) -> None:
    note = tmp_path / "pid"
    code = f"import subprocess\nchild = {RUNAWAYS[case]}\npid = child.stdout.readline() if child.stdout else child.pid"
    player = bot(GREET + f"{code}\nopen({str(note)!r}, 'w').write(str(pid))\n{ending}")
    play(battle, player)
    player.close()
    pid = int(note.read_text())
    patience = time.monotonic() + 3
    state = psutil.STATUS_RUNNING
    while time.monotonic() < patience:
        try:
            state = psutil.Process(pid).status()
        except psutil.NoSuchProcess:
            return
        if state == psutil.STATUS_ZOMBIE:
            return
        time.sleep(0.05)
    os.kill(pid, 9)
    pytest.fail(f"the bot's child {pid} is still in state {state}")


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_a_bot_that_forks_endlessly_is_killed(battle: Battle) -> None:
    code = "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nfor _ in range(40):\n    if os.fork() == 0:\n"
    code += "        os.setsid()\n        time.sleep(60)\ntime.sleep(60)"
    others = _marked()  # of other tests in this process, which may not have ended yet
    player = bot(GREET + code)
    assert play(battle, player) == []
    mark = player.faults[0].kind
    assert mark == "hang"
    assert _marked() - others == set()


def _marked() -> set[Path]:
    """The processes that bear the mark of a bot of this process."""
    return {pid for pid in Path("/proc").glob("[0-9]*") if b"FIVEFOOT_BOT=%d-" % os.getpid() in _environ(pid)}


def _environ(process: Path) -> bytes:
    try:
        return (process / "environ").read_bytes()
    except OSError:
        return b""


def test_a_bot_that_reads_nothing_stops_nobody(battle: Battle) -> None:
    hello = '{"type": "hello", "protocol": "fivefoot-bot", "version": 1}'
    player = bot(f"import time\nprint({hello!r}, flush=True)\ntime.sleep(60)", BotRules(Limits(turn=0.3), faults=100))
    begun = time.monotonic()
    for _ in range(3):
        assert play(battle, player) == []
        battle.end_turn()
        battle.begin_turn("ann")
    assert [one.kind for one in player.faults] == ["hang"] * 3
    assert time.monotonic() - begun < 10


def test_a_bot_sees_what_its_side_sees(battle: Battle, tmp_path: Path) -> None:
    note = tmp_path / "heard"
    code = f"""
import json, sys
out = open({str(note)!r}, "w")
for line in sys.stdin:
    out.write(line)
    out.flush()
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({{"type": "hello", "protocol": "fivefoot-bot", "version": 1}}), flush=True)
    if message["type"] == "choose":
        print(json.dumps({{"type": "choice", "id": message["id"], "index": len(message["legal"]) - 1}}), flush=True)
"""
    player = bot(code, BotRules())
    assert play(battle, player) == []
    player.over("red", "sides")
    hello, setting, question, *_ = [json.loads(line) for line in note.read_text().splitlines()]
    assert (hello["protocol"], hello["version"]) == ("fivefoot-bot", 1)
    assert hello["limits"]["turn"] == 2.0
    assert setting["board"]["map"] == ["......", "......"]
    assert [creature["name"] for creature in setting["creatures"]] == ["ann", "bob"]
    assert [creature["name"] for creature in question["creatures"]] == ["ann", "bob"]
    assert {"do": "move", "to": [1, 0, 0]} in question["legal"]
    assert question["legal"][-1] == {"do": "end"}
    assert "spy" not in note.read_text()


PASSING = SCENARIO.replace("at = [0, 0]", 'at = [2, 0]\ndamage = "1"').replace("at = [3, 1]", "at = [1, 1]")
CHOOSING = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        greeting = {"type": "hello", "protocol": "fivefoot-bot", "version": 1, "questions": True}
        print(json.dumps(greeting), flush=True)
    elif message["type"] == "choose":
        print(json.dumps({"type": "choice", "id": message["id"], "index": len(message["legal"]) - 1}), flush=True)
    elif message["type"] == "question":
        assert message["options"][message["usual"]]["key"] == message["default"] == "yes"
        assert (message["about"], message["who"], message["other"]) == ("opportunity", "ann", "bob")
        print(json.dumps(ANSWER), flush=True)
"""


@pytest.mark.parametrize(
    ("answer", "greets", "struck", "fault"),
    [
        ('{"type": "choice", "id": message["id"], "index": 1}', True, 0, None),
        ('{"type": "choice", "id": message["id"], "index": 0}', True, 1, None),
        ('{"type": "choice", "id": message["id"], "index": 7}', True, 1, "illegal"),
        ('{"type": "intent", "id": message["id"], "intent": {"do": "end"}}', True, 1, "illegal"),
        ("[]", True, 1, "garbage"),
        ("1 / 0", True, 1, "crash"),
        ("1 / 0", False, 1, None),
    ],
)
def test_a_bot_that_says_so_is_asked_for_its_choices(answer: str, greets: bool, struck: int, fault: str | None) -> None:
    code = CHOOSING.replace("ANSWER", answer)
    player = bot(code if greets else code.replace('"questions": True', '"questions": False'), BotRules())
    with Battle(parse(PASSING)) as battle:
        battle.begin_turn("ann")
        skirmish = Match(battle, {"ann": player})
        skirmish.play_turn()
        battle.submit("bob", Move(path=((2, 1), (3, 1))))
        events = battle.process()
    player.close()
    assert [one.kind for one in player.faults] == ([fault] if fault else [])
    assert sum(event.event == "opportunity" for event in events) == struck


def test_by_option_a_fault_at_a_question_costs_the_battle() -> None:
    player = bot(CHOOSING.replace("ANSWER", "1 / 0"), BotRules(forfeit="battle"))
    with Battle(parse(PASSING)) as battle:
        leaver = Deciding("leaver", lambda view: None if view.me.turn.moved else Move(path=((2, 1), (3, 1))))
        table = Seats({"ann": player, "bob": leaver}, [player])
        battle.begin_turn("ann")
        events = contest(Match(battle, table.brains), table)
        assert (events[-1].event, getattr(events[-1], "winner", None)) == ("battle-ended", "blue")
        assert not battle.paused
        with Battle.restore(battle.save()) as again:
            assert digest(again.events) == digest(battle.events)


EXAMPLES = Path(__file__).parents[3] / "examples" / "bots"


@pytest.mark.parametrize("name", ["nearest.py", "nearest.js"])
def test_the_example_bots_play(battle: Battle, name: str) -> None:
    program = sys.executable if name.endswith(".py") else shutil.which("node")
    if program is None:
        pytest.skip("no node here")
    player = BotPlayer([program, str(EXAMPLES / name)], SPEC, BotRules())
    wanted = play(battle, player)
    player.close()
    assert player.faults == []
    assert isinstance(wanted[0], (Charge, Move))
    assert battle.distance("ann", "bob") == 5
    assert player.name == name
    assert player.waited < 2


LIVES = """
import sys, time
def lives(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:  # it may end while it is looked at
        return False
for _ in range(1000):
    left = [pid for pid in sys.argv[1:] if lives(pid)]
    if not left:
        break
    time.sleep(0.02)
print(*left)
"""


def left_alive(notes: Path) -> list[str]:
    """Those of the processes named in the files that still live after up to 20 seconds, ended here."""
    pids = [file.name for file in notes.iterdir()]
    found = subprocess.run([sys.executable, "-S", "-c", LIVES, *pids], capture_output=True, text=True, check=True)
    left = found.stdout.split()
    for pid in left:
        with contextlib.suppress(OSError):
            os.kill(int(pid), signal.SIGKILL)
    return left


LINGERING = """
import json, os, signal, subprocess, sys, time
notes = sys.argv[1]
def note():
    open(os.path.join(notes, str(os.getpid())), "w").close()
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
note()
sys.stdin.readline()
print(json.dumps({"type": "hello", "protocol": "fivefoot-bot", "version": 1}), flush=True)
for _ in range(6):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:  # a daemon: no parent, no session, no environment
            os.environ.clear()
            note()
            os.execve(sys.executable, [sys.executable, "-S", "-c", "import time; time.sleep(300)"], {})
        os._exit(0)
time.sleep(300)
"""
"""A bot that hears no signal, and starts daemons that have nothing of it left."""


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
@pytest.mark.parametrize("command", ["battle", "tournament"])
@pytest.mark.parametrize(
    "name", ["SIGTERM", *(pytest.param(name, marks=pytest.mark.nightly) for name in ("SIGINT", "SIGHUP", "SIGKILL"))]
)
def test_no_process_is_left_by_a_command_that_is_told_to_end(tmp_path: Path, command: str, name: str) -> None:
    scenario, bot_file, notes = tmp_path / "duel.toml", tmp_path / "bot.py", tmp_path / "notes"
    scenario.write_text(SCENARIO)
    bot_file.write_text(LINGERING)
    notes.mkdir()
    lingering = f"cmd:{sys.executable} -S {bot_file} {notes}"
    if command == "battle":
        options = ["--red", lingering, "--bot-turn", "60"]
    else:
        options = ["--brains", lingering, "random", "--jobs", "2", "--games", "2", "--bot-turn", "60"]
        options += ["--db", str(tmp_path / "results.db")]
    process = subprocess.Popen(
        [sys.executable, "-m", "fivefoot", command, str(scenario), *options],
        env={**os.environ, "PYTHONPATH": HOME},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    patience = time.monotonic() + 120
    expected = 7 if command == "battle" else 14
    while len(list(notes.iterdir())) < expected and time.monotonic() < patience and process.poll() is None:
        time.sleep(0.02)
    assert len(list(notes.iterdir())) == expected, process.poll()
    process.send_signal(getattr(signal, name))
    time.sleep(0.2)
    process.send_signal(getattr(signal, name))  # as `timeout` does
    _, said = process.communicate(timeout=120)
    # As a shell tells it: the second signal may meet an interpreter that has handed its signals back already.
    status = process.returncode if process.returncode >= 0 else 128 - process.returncode
    assert status == 128 + getattr(signal, name)
    assert "Traceback" not in said
    assert left_alive(notes) == []


ADOPTING = """
import ctypes, os, sys, time
def note():
    open(os.path.join(sys.argv[1], str(os.getpid())), "w").close()
if os.fork() == 0:
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # as a guard: orphans become its children
    if os.fork() == 0:
        note()
        if os.fork() == 0:
            note()
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="prctl")
def test_a_process_that_is_born_while_its_family_is_ended_ends_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    family, looks = process_family.family, 0

    def late(pid: int, mark: str = "") -> list[psutil.Process]:
        nonlocal looks
        looks += 1
        found = family(pid, mark)
        return found if looks > 2 else found[:-1]  # the bot's child comes after the second look

    with subprocess.Popen([sys.executable, "-S", "-c", ADOPTING, str(tmp_path)]) as worker:
        while len(list(tmp_path.iterdir())) < 2:
            time.sleep(0.02)
        monkeypatch.setattr(process_family, "family", late)
        process_family.end_family(worker.pid)
        worker.kill()
    assert left_alive(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_processes_go_on_if_their_ending_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"]) as child:
        rounds = iter([[psutil.Process(child.pid)]])
        monkeypatch.setattr(process_family, "family", lambda *_: next(rounds))
        with pytest.raises(StopIteration):
            process_family.end_family(os.getpid())
        while psutil.Process(child.pid).status() == psutil.STATUS_STOPPED:
            time.sleep(0.01)
        child.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="prctl")
def test_a_program_ends_with_its_guard(battle: Battle, tmp_path: Path) -> None:
    note = tmp_path / "note"
    player = bot(GREET + f"open({str(note)!r}, 'w').write(f'{{os.getpid()}} {{os.getppid()}}'); time.sleep(60)")
    done = threading.Thread(target=play, args=(battle, player))
    done.start()
    while not (note.exists() and " " in note.read_text()):
        time.sleep(0.01)
    pid, guard = note.read_text().split()
    os.kill(int(guard), signal.SIGKILL)
    done.join()
    player.close()
    assert player.faults[0].kind == "crash"
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / pid).touch()
    assert left_alive(notes) == []


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["no-such-program-anywhere"], "cannot start no-such-program-anywhere: no such file or directory"),
        ([str(Path(__file__))], NO_PROGRAM),
        ([], "no program is named"),
        (["python\0"], "null character"),
    ],
)
def test_a_program_that_cannot_start_is_reported(battle: Battle, command: list[str], said: str) -> None:
    player = BotPlayer(command, SPEC, TIGHT)
    assert play(battle, player) == []
    assert [one.kind for one in player.faults] == ["no-start"]
    assert said in player.faults[0].detail


@pytest.mark.parametrize(
    ("name", "said"), [("no-such-program-anywhere", "no such file or directory"), (__file__, NO_PROGRAM)]
)
def test_the_polling_guard_reports_a_program_that_cannot_start(name: str, said: str) -> None:
    program = "import os, sys; sys.argv[1:] = []; from fivefoot.play.bots import guard\n"
    program += f"guard._watch_by_looking([{name!r}], {{'keeper': os.getpid()}})"
    environment = {**os.environ, "PYTHONPATH": HOME}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert done.stderr == f"cannot start {name}: {said}\n"
