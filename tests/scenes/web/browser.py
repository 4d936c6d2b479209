"""A headless Chromium driven over a pipe (the DevTools protocol): pages opened, scripts run, pictures taken."""

import base64
import json
import os
import shutil
import subprocess
import time
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
)  # fmt: skip


class Browser:
    """One browser with one page."""

    def __init__(self, profile: Path, width: int = 1200, height: int = 800) -> None:
        to_it, ours_out = os.pipe()
        ours_in, from_it = os.pipe()

        def numbered() -> None:  # Chromium reads from 3 and writes to 4
            os.dup2(to_it, 60)
            os.dup2(from_it, 61)
            os.dup2(60, 3)
            os.dup2(61, 4)

        self._process = subprocess.Popen(
            [str(CHROMIUM), *OPTIONS, f"--user-data-dir={profile}", f"--window-size={width},{height}"],
            preexec_fn=numbered,
            pass_fds=(3, 4),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_it)
        os.close(from_it)
        self._out, self._in = ours_out, ours_in
        self._rest = b""
        self._number = 0
        self.errors: list[str] = []
        """What went wrong on the page: exceptions, and errors in the console."""
        target = self._call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self._session = self._call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.resize(width, height)

    @property
    def pid(self) -> int:
        """The number of its first process."""
        return self._process.pid

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Call the page's side of the protocol."""
        return self._call(method, params, self._session)

    def resize(self, width: int, height: int) -> None:
        """Give the page another size."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )

    def open(self, address: str) -> None:
        """Go to an address."""
        self.call("Page.navigate", url=address)

    def run(self, script: str) -> Any:
        """The value of an expression on the page, awaited if it is a promise."""
        done = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in done:
            raise AssertionError(f"{script}: {done['exceptionDetails']}")
        return done["result"].get("value")

    def wait(self, script: str, seconds: float = 60) -> Any:
        """Wait until an expression holds."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with suppress(AssertionError):  # the page may not have reached it yet
                if found := self.run(script):
                    return found
            time.sleep(0.1)
        raise AssertionError(f"{script} does not hold after {seconds} seconds; errors: {self.errors}")

    def click(self, x: float, y: float) -> None:
        """Click on the page."""
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def tap(self, x: float, y: float) -> None:
        """Tap on the page with a finger."""
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def key(self, key: str) -> None:
        """Press a key."""
        text = {"text": "\r"} if key == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key)

    def picture(self, path: Path) -> None:
        """Take a picture of the page."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    def close(self) -> None:
        """End the browser."""
        self._process.kill()
        self._process.wait()
        os.close(self._in)
        os.close(self._out)

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _call(self, method: str, params: dict[str, Any], session: str | None = None) -> dict[str, Any]:
        self._number += 1
        asked: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if session is not None:
            asked["sessionId"] = session
        os.write(self._out, json.dumps(asked).encode() + b"\0")
        while True:
            told = self._hear()
            if told.get("id") == self._number:
                assert "error" not in told, told["error"]
                answer: dict[str, Any] = told["result"]
                return answer
            self._note(told)

    def _hear(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            chunk = os.read(self._in, 65536)
            assert chunk, "the browser has ended"
            self._rest += chunk
        line, _, self._rest = self._rest.partition(b"\0")
        told: dict[str, Any] = json.loads(line)
        return told

    def _note(self, told: dict[str, Any]) -> None:
        params = told.get("params", {})
        match told.get("method"):
            case "Runtime.exceptionThrown":
                self.errors.append(str(params["exceptionDetails"].get("exception", params["exceptionDetails"])))
            case "Runtime.consoleAPICalled" if params["type"] == "error":
                self.errors.append(str(params["args"]))
            case "Log.entryAdded" if params["entry"]["level"] == "error":
                self.errors.append(str(params["entry"]))


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def served(folder: Path) -> tuple[ThreadingHTTPServer, str]:
    """A web server for a folder on this machine, and its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_address[1]}/"
