"""Battles for players elsewhere: seats by token, strangers, reconnection, saves, and the example clients."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

import fivefoot
from fivefoot.engine.state.creature import Creature
from fivefoot.play.battle import Battle
from fivefoot.play.server.room import Room, token
from fivefoot.play.server.wire import POLICY, TAKEN_OVER, ServerLimits, TableServer
from fivefoot.play.table.session import PERSON, Session

ROOT = Path(__file__).parents[3]
CLIENTS = ROOT / "examples" / "clients"
DUEL: dict[str, Any] = {
    "ruleset": "ascension",
    "board": {"map": "........\n........\n........\n"},
    "creatures": [
        {"name": "Ann", "side": "red", "at": [1, 1], "hp": 12, "attack": 6, "damage": "1d6+2"},
        {"name": "Bea", "side": "blue", "at": [6, 1], "hp": 12, "attack": 5, "damage": "1d6+2"},
    ],
    "seed": 3,
}


def room(name: str = "duel", *sides: str, save: Path | None = None, scenario: dict[str, Any] | None = None) -> Room:
    """A hosted duel; each side of `sides` is a person's."""
    battle = Battle.of(scenario or DUEL)
    others = {one.side: "aggressive" for one in battle.creatures if one.side not in sides}
    return Room(name, Session(battle, others), sides, "a key", save)


class Player:
    """A client that knows JSON alone."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0
        self.pushed: list[dict[str, Any]] = []

    async def say(self, text: str | bytes) -> dict[str, Any]:
        """The answer to a message as it stands."""
        await self.socket.send(text)
        return await self.hear()

    async def hear(self) -> dict[str, Any]:
        """The next answer; what is pushed before it is kept."""
        while True:
            told: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), 20))
            if "id" in told:
                return told
            self.pushed.append(told)

    async def ask(self, call: str, **args: Any) -> dict[str, Any]:
        """The answer to a call."""
        self.number += 1
        return await self.say(json.dumps({"id": self.number, "call": call, "args": args}))

    async def waits(self) -> dict[str, Any]:
        """What the game waits for, by the last pushed line, or the next one."""
        if not self.pushed:
            self.pushed.append(json.loads(await asyncio.wait_for(self.socket.recv(), 20)))
        found: dict[str, Any] = self.pushed[-1]["waits"]
        return found


@asynccontextmanager
async def served(*rooms: Room, limits: ServerLimits | None = None, seconds: float | None = None) -> AsyncIterator[str]:
    """The address of a server of rooms."""
    async with TableServer(rooms, limits, seconds).listening("127.0.0.1", 0) as port:
        yield f"ws://127.0.0.1:{port}"


async def play(address: str, side: str, *, cut: int = 0) -> tuple[dict[str, Any], list[int]]:
    """Plays a side of the duel to the end; cut off so many times on the way. Returns the end and the events heard."""
    heard: list[int] = []
    while True:
        async with connect(address) as socket:
            player = Player(socket)
            opened = (await player.ask("open", token=token("duel", side, "a key"), since=len(heard)))["result"]
            assert opened["seat"] == side
            heard += [event["seq"] for event in opened["events"]]
            turns, waits = 0, opened["waits"]
            while "over" not in waits:
                if "turn" in waits:
                    turns += 1
                    mine, foe = ("Ann", "Bea") if side == "red" else ("Bea", "Ann")
                    state = (await player.ask("look"))["result"]["state"]
                    at = {one["name"]: one["at"] for one in state["creatures"]}
                    assert waits["turn"] == mine
                    pressed = await player.ask("press", square=at[foe][:2], who=foe, sure=True)
                    waits = pressed["result"]["waits"]
                    if waits.get("turn") == mine:
                        waits = (await player.ask("end"))["result"]["waits"]
                else:
                    player.pushed.append(json.loads(await asyncio.wait_for(socket.recv(), 20)))
                    waits = player.pushed[-1]["waits"]
                for line in player.pushed:
                    heard += [moment["event"]["seq"] for moment in line["moments"]]
                player.pushed.clear()
                if turns and cut:
                    break
            else:
                return waits["over"], heard
        cut -= 1


def test_a_disk_that_takes_no_save_is_logged_once_a_turn_and_play_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("no folder")
    hosted = room("duel", "red", "blue", save=tmp_path / "file" / "duel.json")
    seats = list(hosted.tokens.values())
    for number in range(3):
        for seat in seats:
            answer, _ = hosted.ask(seat, json.dumps({"id": number, "call": "look", "args": {}}))
            assert json.loads(answer)["id"] == number
    assert len(caplog.records) == 1
    assert "cannot be written" in caplog.text


def test_two_play_a_battle_to_its_end_and_one_is_cut_off_twice(tmp_path: Path) -> None:
    """Both hear every event once, in order, and the save is the battle's."""

    async def run() -> None:
        hosted = room("duel", "red", "blue", save=tmp_path / "duel.json")
        async with served(hosted) as address:
            (end, heard), (other, others) = await asyncio.gather(play(address, "red", cut=2), play(address, "blue"))
        assert end == other
        assert end["winner"] in ("red", "blue")
        events = [event.seq for event in hosted.session.battle.events]
        assert heard == events
        assert others == events
        saved = Battle.restore((tmp_path / "duel.json").read_text(encoding="utf-8"))
        assert list(saved.events) == list(hosted.session.battle.events)
        assert hosted.session.players == {"red": PERSON, "blue": PERSON}

    asyncio.run(run())


def test_a_message_can_only_do_what_its_seat_may() -> None:
    """Strangers, watchers and the other side get one sentence, and nothing changes."""

    async def run() -> None:
        hosted = room("duel", "red", "blue")
        async with served(hosted) as address, connect(address) as first, connect(address) as second:
            stranger, blue = Player(first), Player(second)
            assert "open` first" in (await stranger.ask("act", intent={"do": "end"}))["error"]
            assert "token" in (await stranger.ask("open", token="guessed"))["error"]
            assert "token" in (await stranger.ask("open", token=7))["error"]
            assert "no such battle" in (await stranger.ask("open", battle="other"))["error"]
            opened = (await stranger.ask("open"))["result"]
            assert opened["seat"] is None
            await blue.ask("open", token=token("duel", "blue", "a key"))
            before = len(hosted.session.battle.events)
            for call, args in (
                ("act", {"intent": {"do": "end"}}), ("end", {}), ("undo", {}), ("save", {}), ("legal", {}),
                ("open", {"seat": "red"}), ("open", {"scenario": "bridge"}), ("actions", {}), ("why", {"intent": {}}),
            ):  # fmt: skip
                assert len((await stranger.ask(call, **args))["error"].splitlines()) == 1, call
            beyond: tuple[tuple[str, dict[str, Any]], ...] = (
                ("open", {"seat": "red"}), ("open", {"token": token("duel", "red", "a key")}), ("save", {}),
                ("open", {"text": "x = 1"}), ("open", {"seed": 4}), ("fly", {}), ("look", {"far": 1}),
                ("point", {"square": [99, 99]}), ("answer", {"key": "yes"}),
            )  # fmt: skip
            for call, args in beyond:
                answer = await blue.ask(call, **args)
                assert "error" in answer, (call, answer)
                assert len(answer["error"].splitlines()) == 1
            name = hosted.session.active
            assert name is not None
            if hosted.session.battle.creature(name).side == "red":
                assert "error" in await blue.ask("end")
            assert not (await blue.ask("undo"))["result"]["undone"]
            assert len(hosted.session.battle.events) == before

    asyncio.run(run())


def test_hostile_connections_do_no_harm(capsys: pytest.CaptureFixture[str]) -> None:
    """Floods, half messages, big ones, nonsense, silence and slowness end their own connections alone."""
    limits = ServerLimits(rate=5, burst=8, patience=20, size=2000, seconds_to_open=0.5, guests=12, waiting=30_000)

    async def flood(address: str) -> int | None:
        async with connect(address) as socket:
            try:
                for _ in range(200):
                    await socket.send('{"id": 1, "call": "look"}')
                while True:
                    assert "error" in json.loads(await asyncio.wait_for(socket.recv(), 10))
            except ConnectionClosed:
                pass
            return socket.close_code

    async def big(address: str) -> int | None:
        async with connect(address) as socket:
            await socket.send("x" * 5000)
            await asyncio.wait_for(socket.wait_closed(), 10)
            return socket.close_code

    async def half(address: str) -> None:
        host, port = address.removeprefix("ws://").split(":")
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"GET / HTTP/1.1\r\nUpgrade: websocket\r\n")
        await writer.drain()
        writer.transport.abort()

    async def silent(address: str) -> int | None:
        async with connect(address) as socket:
            await asyncio.wait_for(socket.wait_closed(), 10)
            return socket.close_code

    async def nonsense(address: str) -> None:
        async with connect(address) as socket:
            player = Player(socket)
            for text in ("", "[]", "{", '{"call": 3}', '{"id": {}, "call": "open"}', b"\xff\xfe", "[" * 1500):
                assert "error" in await player.say(text), text

    async def run() -> None:
        hosted = room("duel", "red", "blue")
        async with served(hosted, limits=limits) as address, connect(address) as socket:
            player = Player(socket)
            await player.ask("open", token=token("duel", "blue", "a key"))
            found = await asyncio.gather(
                flood(address), big(address), half(address), silent(address), nonsense(address)
            )
            assert found[0] == POLICY
            assert found[1] == 1009
            assert found[3] == POLICY
            crowd = [await connect(address) for _ in range(limits.guests + 2)]
            closed = [one for one in crowd if one.close_code is not None or await _refused(one)]
            assert len(closed) >= 2
            for one in crowd:
                await one.close()
            await asyncio.sleep(2)
            assert "result" in await player.ask("look")

    asyncio.run(run())
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.nightly
def test_a_battle_goes_on_among_a_hundred_hostile_clients(capsys: pytest.CaptureFixture[str]) -> None:
    """Floods, wrong seats, half messages and slow ones: two play to the end, hear every event, and no seat is lost."""
    limits = ServerLimits(rate=10, burst=30, patience=40, waiting=30_000, seconds_to_open=5, guests=300)
    look = '{"id": 1, "call": "look", "args": {"since": 0}}'

    async def flood(address: str, number: int) -> None:
        async with connect(address) as socket:
            for _ in range(300):
                await socket.send(look)

    async def wrong_seat(address: str, number: int) -> None:
        async with connect(address) as socket:
            player = Player(socket)
            assert "error" in await player.ask("open", token=f"guess {number}")
            assert "error" in await player.ask("act", intent={"do": "end"})
            assert (await player.ask("open"))["result"]["seat"] is None
            for call in ("end", "undo", "save", "rematch", "legal", "overlay"):
                assert "error" in await player.ask(call), call
            assert "error" in await player.ask("open", seat="red")

    async def half(address: str, number: int) -> None:
        host, port = address.removeprefix("ws://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        key = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" + key)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\x81\xfe\x10\x00\x00\x00\x00\x00" + b'{"id": 1, "call"'[: number % 17])
        await writer.drain()
        await asyncio.sleep(0.5)
        writer.transport.abort()

    async def slow(address: str, number: int) -> None:
        async with connect(address, max_queue=1) as socket:
            await socket.send('{"id": 1, "call": "open", "args": {"since": 0}}')
            for _ in range(60):
                await socket.send(look)
                await asyncio.sleep(0.02)

    async def run() -> None:
        hosted = room("duel", "red", "blue")
        async with served(hosted, limits=limits) as address:
            kinds = (flood, wrong_seat, half, slow)
            crowd = [asyncio.ensure_future(kinds[number % 4](address, number)) for number in range(100)]
            (end, heard), (other, others) = await asyncio.gather(play(address, "red"), play(address, "blue"))
            ended = await asyncio.gather(*crowd, return_exceptions=True)
        assert end == other
        assert heard == others == [event.seq for event in hosted.session.battle.events]
        assert not [one for one in ended if one is not None and not isinstance(one, (ConnectionClosed, OSError))]

    asyncio.run(run())
    assert "Traceback" not in capsys.readouterr().err


async def _refused(socket: ClientConnection) -> bool:
    try:
        await asyncio.wait_for(socket.recv(), 0.1)
    except ConnectionClosed:
        return True
    except TimeoutError:
        return False
    return False


def test_a_newer_connection_takes_the_seat_over() -> None:
    """The older one is told why."""

    async def run() -> None:
        async with (
            served(room("duel", "red", "blue")) as address,
            connect(address) as first,
            connect(address) as second,
        ):
            old, new = Player(first), Player(second)
            assert "result" in await old.ask("open", token=token("duel", "red", "a key"))
            assert "result" in await new.ask("open", token=token("duel", "red", "a key"))
            await asyncio.wait_for(first.wait_closed(), 10)
            assert first.close_code == TAKEN_OVER
            assert "newer" in str(first.close_reason)
            assert "result" in await new.ask("look")

    asyncio.run(run())


def test_the_clock_ends_a_turn() -> None:
    """An absent player's turn ends after its seconds, and the other plays on."""

    async def run() -> None:
        hosted = room("duel", "red", "blue")
        async with served(hosted, seconds=0.3) as address, connect(address) as socket:
            player = Player(socket)
            await player.ask("open", token=token("duel", "blue", "a key"))
            await asyncio.sleep(1.5)
            assert hosted.session.battle.world.turns >= 3

    asyncio.run(run())


def test_ten_battles_in_one_process() -> None:
    """Each goes its own way."""

    async def run() -> None:
        rooms = [room(f"duel-{number}", "red") for number in range(10)]
        async with served(*rooms) as address:

            async def one(number: int) -> str:
                async with connect(address) as socket:
                    player = Player(socket)
                    await player.ask("open", token=token(f"duel-{number}", "red", "a key"))
                    for _ in range(3):
                        await player.ask("end")
                    return str((await player.ask("save"))["result"]["text"])

            saves = await asyncio.gather(*(one(number) for number in range(10)))
        assert len(set(saves)) == 1  # the same seed and the same commands
        assert all(each.session.battle.world.turns > 3 for each in rooms)

    asyncio.run(run())


def duel_file(folder: Path) -> Path:
    """The duel as a file."""
    path = folder / "duel.json"
    path.write_text(json.dumps(DUEL), encoding="utf-8")
    return path


def test_the_python_client_plays_over_a_pipe(tmp_path: Path) -> None:
    """It plays the duel to its end."""
    done = subprocess.run(
        [sys.executable, str(CLIENTS / "seat.py"), str(duel_file(tmp_path)), "red"],
        capture_output=True, text=True, timeout=120, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "'winner'" in done.stdout.splitlines()[-1]


def test_the_javascript_client_plays_over_a_socket(tmp_path: Path) -> None:
    """It plays the duel to its end against a brain."""
    node = shutil.which("node")
    if node is None or not _has_sockets(node):
        pytest.skip("needs a Node with WebSockets")
    served_by = subprocess.Popen(
        [sys.executable, "-m", "fivefoot", "serve", str(duel_file(tmp_path)), "--port", "0", "--seats", "red",
         "--save", str(tmp_path / "saves")],
        stdout=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    try:
        assert served_by.stdout is not None
        seat = json.loads(served_by.stdout.readline())
        done = subprocess.run(
            [node, *_flags(node), str(CLIENTS / "seat.js"), seat["address"], seat["token"]],
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
    finally:
        served_by.terminate()
        served_by.wait(20)
    assert done.returncode == 0, done.stderr
    assert '"winner"' in done.stdout.splitlines()[-1]
    assert fivefoot.Battle.restore((tmp_path / "saves" / "duel.json").read_text(encoding="utf-8")).over


def test_the_javascript_client_plays_once_it_has_seen_the_board() -> None:
    """What is pushed before the answers to `open` and `look` starts no turn."""
    node = shutil.which("node")
    if node is None or not _has_sockets(node):
        pytest.skip("needs a Node with WebSockets")
    ann = {"name": "Ann", "side": "red", "at": [1, 1, 0]}
    waits = {"turn": "Ann"}
    answers: dict[str, dict[str, Any]] = {
        "open": {"stage": {"creatures": []}, "waits": waits},
        "look": {"state": {"creatures": [ann]}, "waits": waits},
        "end": {"waits": {"over": {"winner": "red"}}},
    }

    async def told() -> list[str]:
        calls: list[str] = []

        async def answer(socket: ServerConnection) -> None:
            async for line in socket:
                asked = json.loads(line)
                calls.append(asked["call"])
                await socket.send(json.dumps({"moments": [], "waits": waits}))
                await asyncio.sleep(0.05)  # time in which a hasty client would play
                await socket.send(json.dumps({"id": asked["id"], "result": answers[asked["call"]]}))

        async with serve(answer, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            words = (*_flags(node), str(CLIENTS / "seat.js"), f"ws://127.0.0.1:{port}", "a token")
            client = await asyncio.create_subprocess_exec(node, *words)
            assert await asyncio.wait_for(client.wait(), 30) == 0
        return calls

    assert asyncio.run(told()) == ["open", "look", "end"]


def _flags(node: str) -> list[str]:
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    return ["--experimental-websocket"] if version.startswith("v20.") else []


def _has_sockets(node: str) -> bool:
    asked = [node, *_flags(node), "-e", "process.exit(typeof WebSocket === 'function' ? 0 : 1)"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def test_example_clients_are_short() -> None:
    """At most 80 lines."""
    for path in CLIENTS.iterdir():
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 80


def test_the_godot_client_plays_over_a_socket() -> None:
    """Its script plays a duel against a brain to the end, cut off on the way, and begins the rematch."""
    pytest.importorskip("gdtoolkit", reason="needs a parser of GDScript")
    from tests.gdscript import Godot

    hosted = room("duel", "red")
    session = hosted.session

    def frames(node: Any, until: Callable[[], bool]) -> None:
        for _ in range(4000):
            if until():
                return
            godot.call("_process", 0.016)
            time.sleep(0.005)
        raise AssertionError((node.busy, node.creatures))

    def out() -> list[Creature]:
        return [one for one in session.battle.creatures if one.out]

    def seen(node: Any) -> set[str]:
        return {one["name"] for one in node.creatures.values() if "out" in one}

    def battle(address: str) -> None:
        node = godot.node
        node.told.emit = lambda moment: told.append(int(moment["event"]["seq"]))
        node.address, (node.token,) = address, hosted.tokens
        godot.call("_ready")
        frames(node, lambda: session.battle.world.turns >= 3)
        node.socket.connection.close()
        frames(node, lambda: session.over and not node.busy and seen(node) == {one.name for one in out()})
        assert out()
        assert told == [event.seq for event in session.battle.events]
        godot.call("ask", "rematch")
        frames(node, lambda: hosted.session is not session and hosted.session.battle.world.turns >= 2)

    async def played() -> None:
        async with served(hosted) as address:
            await asyncio.to_thread(battle, address)

    told: list[int] = []
    godot = Godot((CLIENTS / "seat.gd").read_text(encoding="utf-8"))
    asyncio.run(played())
    assert godot.warnings == []


GODOT_PROJECT = {
    "project.godot": 'config_version=4\n\n[application]\nrun/main_scene="res://main.tscn"\n',
    "main.gd": (
        "extends Node\n\nvar lines = 0\n\nfunc _on_told(moment):\n\tprint('> ', moment['event']['seq'])\n\tlines += 1\n"
        "\tif lines == 12: $Seat.socket.disconnect_from_host()\n"
    ),
    "main.tscn": (
        "[gd_scene load_steps=3 format=2]\n"
        '[ext_resource path="res://seat.gd" type="Script" id=1]\n'
        '[ext_resource path="res://main.gd" type="Script" id=2]\n'
        '[node name="Main" type="Node"]\nscript = ExtResource( 2 )\n'
        '[node name="Seat" type="Node" parent="."]\nscript = ExtResource( 1 )\naddress = "ADDRESS"\ntoken = "TOKEN"\n'
        '[connection signal="told" from="Seat" to="." method="_on_told"]\n'
    ),
}
"""A Godot project: a scene that shows what its seat is told, and cuts the connection once."""


def test_a_scene_in_godot_3_plays_over_a_socket(tmp_path: Path) -> None:
    """Godot itself plays a duel to the end, cut off once on the way, and is told each event once."""
    godot = shutil.which("godot3-server") or shutil.which("godot3")
    if godot is None:
        pytest.skip("needs Godot 3, for example Debian's package godot3-server")
    hosted = room("duel", "red")
    session = hosted.session
    (tmp_path / "seat.gd").write_bytes((CLIENTS / "seat_godot3.gd").read_bytes())

    async def played() -> list[int]:
        async with served(hosted) as address:
            for name, text in GODOT_PROJECT.items():
                (tmp_path / name).write_text(
                    text.replace("ADDRESS", address).replace("TOKEN", next(iter(hosted.tokens)))
                )
            words = (godot, "--no-window", "--path", str(tmp_path))
            environment = {**os.environ, "HOME": str(tmp_path)}
            pipe = asyncio.subprocess.PIPE
            client = await asyncio.create_subprocess_exec(
                *words, stdout=pipe, stderr=asyncio.subprocess.STDOUT, env=environment
            )
            assert client.stdout is not None
            told: list[int] = []
            try:
                while not session.over or told[-1] < session.battle.events[-1].seq:
                    line = (await asyncio.wait_for(client.stdout.readline(), 60)).decode()
                    assert line, told
                    if line.startswith("> "):
                        told.append(int(line[1:]))
            finally:
                client.kill()
                await client.wait()
        return told

    told = asyncio.run(played())
    assert told == [event.seq for event in session.battle.events]


def test_a_pipe_answers_whatever_comes(tmp_path: Path) -> None:
    """Nonsense is one line each, and the battle goes on."""
    lines = [
        '{"id": 1, "call": "open"}',
        "x",
        "",
        "[]",
        '{"id": 2, "call": "fly"}',
        '{"id": 3, "call": "look"}',
        "\udcff",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "fivefoot", "serve", str(duel_file(tmp_path)), "--stdio"],
        input="\n".join(lines).encode("utf-8", "surrogateescape"), capture_output=True, timeout=120, cwd=ROOT,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    answered = [one for one in answers if "id" in one]
    assert [one["id"] for one in answered] == [1, None, None, 2, 3, None]
    assert [("error" in one) for one in answered] == [False, True, True, True, False, True]
    assert answered[0]["result"]["seat"] == "red"
