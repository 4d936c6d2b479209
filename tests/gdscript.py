"""Runs a script for Godot 4 without Godot: gdtoolkit parses it, here it becomes Python that does the same.

It has what the example client uses: functions that await signals and calls, dictionaries, arrays, JSON whose numbers
are all floats, a WebSocket that is polled. Anything else in a script is a KeyError or an AttributeError here.
"""

import json
from collections.abc import Callable, Generator
from textwrap import indent
from typing import Any, ClassVar, TypeAlias

from lark import Token, Tree
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

Running: TypeAlias = Generator["Signal", Any, Any]


class Signal:
    """A signal, and who awaits it; they go on at once when it is emitted, as in Godot."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[Any], None]] = []

    def emit(self, *args: Any) -> None:
        waiting, self.waiting = self.waiting, []
        for go_on in waiting:
            go_on(args[0] if len(args) == 1 else list(args))


class Call:
    """A call of a function: it runs until it awaits something."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.done = False
        self.value: Any = None
        self.completed = Signal()
        self.go_on(None)

    def go_on(self, sent: Any) -> None:
        try:
            self.running.send(sent).waiting.append(self.go_on)
        except StopIteration as stop:
            self.done, self.value = True, stop.value
            self.completed.emit(stop.value)


def awaited(found: Any) -> Running:
    """`await found`."""
    if isinstance(found, Signal):
        return (yield found)
    if isinstance(found, Call):
        return found.value if found.done else (yield found.completed)
    return found


class Packet(bytes):
    def get_string_from_utf8(self) -> str:
        return self.decode()


class WebSocketPeer:
    """Godot's peer over a real connection."""

    STATE_OPEN = 1
    STATE_CLOSED = 3

    def __init__(self) -> None:
        self.inbound_buffer_size = 65_535
        self.state = self.STATE_CLOSED
        self.packets: list[Packet] = []

    def connect_to_url(self, address: str) -> None:
        self.connection = connect(address, max_size=self.inbound_buffer_size).__enter__()
        self.state = self.STATE_OPEN

    def get_ready_state(self) -> int:
        return self.state

    def poll(self) -> None:
        try:
            while self.state == self.STATE_OPEN:
                self.packets.append(Packet(str(self.connection.recv(timeout=0)).encode()))
        except TimeoutError:
            pass
        except ConnectionClosed:
            self.state = self.STATE_CLOSED

    def get_available_packet_count(self) -> int:
        return len(self.packets)

    def get_packet(self) -> Packet:
        return self.packets.pop(0)

    def send_text(self, text: str) -> None:
        self.connection.send(text)


class JSON:
    """Godot's JSON: each number is a float, and is written as one."""

    @staticmethod
    def parse_string(text: str) -> Any:
        return json.loads(text, parse_int=float)

    stringify = staticmethod(json.dumps)


METHODS: dict[tuple[type, str], Callable[..., Any]] = {
    (dict, "has"): lambda table, key: key in table,
    (dict, "get"): dict.get,
    (dict, "erase"): lambda table, key: table.pop(key, None) is not None,
    (dict, "clear"): dict.clear,
    (dict, "values"): lambda table: list(table.values()),
    (list, "slice"): lambda array, begin, end: array[begin:end],
}
TYPES: dict[str, type] = {"Dictionary": dict, "Array": list, "String": str, "float": float, "int": int}


def member(found: Any, name: str) -> Any:
    """`found.name`."""
    if type(found) in (dict, list):
        method = METHODS[type(found), name]
        return lambda *args: method(found, *args)
    return getattr(found, name)


def typed(value: Any, kind: str) -> Any:
    """The value, of its type: Godot stops at another one."""
    assert kind == "void" or isinstance(value, TYPES[kind]), f"{value!r} is no {kind}"
    return value


class Script:
    """The text of a script as the source of a Python class."""

    def __init__(self, tree: Tree[Token]) -> None:
        parts = [one for one in tree.children if isinstance(one, Tree)]
        functions = [one for one in parts if one.data == "func_def"]
        variables = [one.children[0] for one in parts if one.data == "class_var_stmt"]
        self.own = {str(_tree(one.children[0]).children[0]) for one in functions}
        self.signals = [str(one.children[0]) for one in parts if one.data == "signal_stmt"]
        self.members = {str(_tree(one).children[0]) for one in variables} | set(self.signals)
        self.local: set[str] = set()
        start = [f"self.{name} = Signal()" for name in self.signals]
        start += [f"self.{_tree(one).children[0]} = {self.value(_tree(one).children[-1])}" for one in variables]
        body = ["def __init__(self):", *(f"    {line}" for line in start), *map(self.function, functions)]
        self.source = "class Node:\n" + indent("\n".join(body), "    ")

    def function(self, tree: Tree[Token]) -> str:
        header, *body = tree.children
        name, args, returns = _tree(header).children
        self.local, told, checks = set(), ["self"], ["if False: yield"]
        for one in map(_tree, _tree(args).children):
            arg, *rest = one.children
            self.local.add(str(arg))
            told.append(f"{arg}={self.value(rest[-1])}" if isinstance(rest[-1], Tree) else str(arg))
            if one.data == "func_arg_typed":
                checks.append(f"typed({arg}, '{rest[0]}')")
        self.returns = str(returns)
        return f"def {name}({', '.join(told)}):\n" + indent("\n".join(checks), "    ") + "\n" + self.block(body)

    def block(self, body: list[Any]) -> str:
        return indent("\n".join(map(self.statement, map(_tree, body))), "    ")

    def statement(self, tree: Tree[Token]) -> str:
        kind, parts = str(tree.data), tree.children
        match kind:
            case "if_stmt":
                words = {"if_branch": "if", "elif_branch": "elif"}
                return "\n".join(
                    f"else:\n{self.block(one.children)}"
                    if one.data == "else_branch"
                    else f"{words[one.data]} {self.value(one.children[0])}:\n{self.block(one.children[1:])}"
                    for one in map(_tree, parts)
                )
            case "while_stmt":
                return f"while {self.value(parts[0])}:\n{self.block(parts[1:])}"
            case "for_stmt":
                self.local.add(str(parts[0]))
                return f"for {parts[0]} in {self.value(parts[1])}:\n{self.block(parts[2:])}"
            case "func_var_stmt":
                made = _tree(parts[0])
                self.local.add(str(made.children[0]))
                value = self.value(made.children[-1])
                if made.data == "func_var_typed_assgnd":
                    value = f"typed({value}, '{made.children[1]}')"
                return f"{made.children[0]} = {value}"
            case "return_stmt":
                return f"return typed({self.value(parts[0])}, '{self.returns}')" if parts else "return"
            case "break_stmt":
                return "break"
            case "expr_stmt":
                found = _tree(_tree(parts[0]).children[0])
                if found.data == "assnmnt_expr":
                    return " ".join((self.target(found.children[0]), *map(self.value, found.children[1:])))
                return self.value(found)
        raise KeyError(kind)

    def target(self, one: Any) -> str:
        """What is assigned to."""
        if isinstance(one, Tree) and one.data == "getattr":
            return ".".join(map(self.value, one.children[::2]))
        return self.value(one)

    def value(self, one: Any) -> str:
        """An expression."""
        if isinstance(one, Token):
            name = str(one)
            return f"self.{name}" if name in self.members and name not in self.local else WORDS.get(name, name)
        tree = _tree(one)
        kind, parts = str(tree.data), tree.children
        match kind:
            case "expr":
                return self.value(parts[0])
            case "par_expr":
                return f"({self.value(parts[0])})"
            case "string":
                return str(parts[0])
            case "dict":
                pairs = [map(self.value, _tree(pair).children) for pair in parts]
                return f"{{{', '.join(': '.join(pair) for pair in pairs)}}}"
            case "array":
                return f"[{', '.join(map(self.value, parts))}]"
            case "subscr_expr":
                return f"{self.value(parts[0])}[{self.value(parts[1])}]"
            case "getattr":
                found = self.value(parts[0])
                for part in parts[2::2]:
                    found = f"member({found}, '{part}')"
                return found
            case "getattr_call":
                return f"{self.value(parts[0])}({', '.join(map(self.value, parts[1:]))})"
            case "standalone_call":
                args = ", ".join(map(self.value, parts[1:]))
                return f"Call(self.{parts[0]}({args}))" if parts[0] in self.own else f"{parts[0]}({args})"
            case "await_expr":
                return f"(yield from awaited({self.value(parts[1])}))"
            case "asless_type_test" | "type_test":
                return f"isinstance({self.value(parts[0])}, TYPES['{parts[2]}'])"
        words = {"comparison", "and_test", "or_test", "test_expr", "not_test", "arith_expr", "shift_expr"}
        if kind.removeprefix("asless_").removeprefix("actual_") not in words:
            raise KeyError(kind)
        return f"({' '.join(map(self.value, parts))})"


WORDS = {"true": "True", "false": "False", "null": "None"}


def _tree(one: Any) -> Tree[Token]:
    assert isinstance(one, Tree), one
    return one


class Godot:
    """A node with a script; `warnings` holds what it warns of."""

    names: ClassVar[dict[str, Any]] = {
        "Call": Call, "JSON": JSON, "Signal": Signal, "TYPES": TYPES, "awaited": awaited, "int": int, "maxi": max,
        "member": member, "typed": typed,
    }  # fmt: skip

    def __init__(self, text: str) -> None:
        from gdtoolkit.parser import parser

        self.warnings: list[str] = []
        space = {**self.names, "WebSocketPeer": type("Peer", (WebSocketPeer,), {"new": WebSocketPeer})}
        space["push_warning"] = self.warnings.append
        exec(Script(parser.parse(text)).source, space)
        self.node = space["Node"]()

    def call(self, name: str, *args: Any) -> Any:
        """Calls a function of the script; its value, if it awaits nothing."""
        return Call(getattr(self.node, name)(*args)).value
