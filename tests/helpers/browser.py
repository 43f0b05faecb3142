"""A small client of headless Chromium, over the pipe of its DevTools protocol; it needs no package.

Messages are JSON with a NUL after each: the browser reads file descriptor 3 and writes 4. Where
there is no browser, or no such pipe, tests are skipped and say so.
"""

import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome", "headless_shell")
PATIENCE = 30.0  # seconds for an answer
KEYS = {"Enter": 13, "Escape": 27, "Tab": 9, "Home": 36, "End": 35, " ": 32}
KEYS |= {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
TYPED = {"Enter": "\r", " ": " "}
FLAGS = (
    "--headless",
    "--remote-debugging-pipe",
    "--disable-gpu",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--mute-audio",
    "--no-first-run",
    "--no-default-browser-check",
    "--password-store=basic",
)


def find_browser() -> str | None:
    """The first browser on the path."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def browser_or_skip() -> str:
    """The browser's path; skips the test, and pytest prints why, where there is none."""
    found = find_browser()
    if found is None or sys.platform == "win32":
        reason = f"no headless browser: none of {', '.join(NAMES)} is on the path"
        pytest.skip(reason)
    return found


# Becomes the browser, with the two pipes as 3 and 4. They may have these numbers, in another order,
# so copies above 4 are made first. (A preexec_fn would warn in processes with threads.)
_START = """
import fcntl, os, sys
copies = [fcntl.fcntl(int(fd), fcntl.F_DUPFD_CLOEXEC, 5) for fd in sys.argv[1:3]]
for fd in sys.argv[1:3]:
    os.close(int(fd))
for number, copy in zip((3, 4), copies):
    os.dup2(copy, number)
os.execv(sys.argv[3], sys.argv[3:])
"""


class Browser:
    """One page of a browser of its own.

    Attributes:
        problems: exceptions and errors of the page's scripts, and what its policy refused.
        requests: addresses that the page asked for, besides those given to ``open``.
    """

    def __init__(self, executable: str, profile: Path, flags: Sequence[str] = ()) -> None:
        self._command = [executable, *FLAGS, f"--user-data-dir={profile}", *flags]
        if getattr(os, "geteuid", lambda: 1)() == 0:
            self._command.append("--no-sandbox")
        self._log = profile.with_suffix(".log")
        self._number = 0
        self._rest = b""
        self._session: str | None = None
        self._events: list[str] = []
        self._opened: set[str] = set()
        self.problems: list[str] = []
        self.requests: list[str] = []

    def __enter__(self) -> "Browser":
        theirs_in, self._to = os.pipe()
        self._from, theirs_out = os.pipe()

        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-S",
                    "-c",
                    _START,
                    str(theirs_in),
                    str(theirs_out),
                    *self._command,
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(theirs_in, theirs_out),
            )
        os.close(theirs_in)
        os.close(theirs_out)
        try:
            target = self.call("Target.createTarget", url="about:blank")["targetId"]
            attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
            self._session = attached["sessionId"]
            for domain in ("Page", "Runtime", "Log", "Network"):
                self.call(f"{domain}.enable")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        # A browser whose pipe closes ends by itself; one that hangs is ended.
        for fd in (self._to, self._from):
            os.close(fd)
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """The result of a command. Raises RuntimeError where the browser refuses it."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._to, data) :]
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return dict(answer["result"])

    def open(self, path: Path, fragment: str = "") -> None:
        """Go to a file and wait until it is loaded; notes of the last page are forgotten."""
        self.visit(path.resolve().as_uri() + fragment)

    def visit(self, url: str) -> None:
        """Go to an address, as ``open`` to a file."""
        self.call("Page.navigate", url="about:blank")
        self.evaluate("0")  # events of the last page come before its answer
        self.problems.clear()
        self.requests.clear()
        self._opened = {url, url.partition("#")[0], "about:blank"}
        self._events.clear()
        self.call("Page.navigate", url=url)
        limit = time.monotonic() + PATIENCE
        while "Page.loadEventFired" not in self._events:
            if time.monotonic() > limit:
                raise TimeoutError(f"{url} is not loaded after {PATIENCE} s")
            self._read()

    def evaluate(self, script: str) -> Any:
        """The value of an expression, waited for where it is a promise."""
        done = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in done:
            details = done["exceptionDetails"]
            raise RuntimeError(details.get("exception", details).get("description", details))
        return done["result"].get("value")

    def wait_for(self, script: str, value: Any) -> None:
        """Wait until an expression has a value. Raises AssertionError where it never has."""
        limit = time.monotonic() + PATIENCE
        while (found := self.evaluate(script)) != value:
            assert time.monotonic() < limit, f"{script} is {found!r}, not {value!r}"
            time.sleep(0.01)

    def middle(self, selector: str) -> tuple[float, float]:
        """The middle of the first line of an element, once it is there, scrolled into sight."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.wait_for(f"{found} !== null", True)
        x, y = self.evaluate(
            f"(() => {{ const e = {found}; "
            "e.scrollIntoView({block: 'center', behavior: 'instant'}); "
            "const r = e.getClientRects()[0]; "
            "return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        return x, y

    def hover(self, selector: str) -> None:
        x, y = self.middle(selector)
        self._mouse("mouseMoved", x, y)

    def click(self, selector: str) -> None:
        x, y = self.middle(selector)
        self._mouse("mouseMoved", x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self._mouse(kind, x, y, button="left", clickCount=1)

    def away(self) -> None:
        """Move the mouse to the corner of the window."""
        self._mouse("mouseMoved", 1, 1)

    def press(self, key: str, *, shift: bool = False) -> None:
        """Press and release a key with a name in KEYS."""
        event = {
            "key": key,
            "code": key,
            "windowsVirtualKeyCode": KEYS[key],
            "modifiers": 8 * shift,
        }
        text = {"text": TYPED[key]} if key in TYPED else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", **event, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def write(self, text: str) -> None:
        """Write into what has the focus."""
        self.call("Input.insertText", text=text)

    def size(self, width: int, height: int) -> None:
        """Set the size of the window in CSS pixels."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def media(self, **features: str) -> None:
        """Set what media queries see: ``prefers_color_scheme="dark"``; without any, the default."""
        named = [{"name": k.replace("_", "-"), "value": v} for k, v in features.items()]
        self.call("Emulation.setEmulatedMedia", features=named)

    def _mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def _read(self) -> dict[str, Any]:
        """The next message; an event is noted. Raises RuntimeError where the browser is gone."""
        limit = time.monotonic() + PATIENCE
        while b"\0" not in self._rest:
            if not select.select([self._from], [], [], max(0.0, limit - time.monotonic()))[0]:
                raise TimeoutError(f"the browser does not answer within {PATIENCE} s")
            part = os.read(self._from, 1 << 20)
            if not part:
                log = self._log.read_text(errors="replace")[-2000:]
                raise RuntimeError(f"the browser ended:\n{log}")
            self._rest += part
        data, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(data)
        if "method" in message:
            self._note(message["method"], message["params"])
        return message

    def _note(self, method: str, params: dict[str, Any]) -> None:
        self._events.append(method)
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in {"error", "warning"}:
            self.problems.append(params["entry"]["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] in {"error", "warning"}:
            self.problems.append(str([one.get("value") for one in params["args"]]))
        elif method == "Network.requestWillBeSent":
            url = params["request"]["url"]
            if url not in self._opened:
                self.requests.append(url)
