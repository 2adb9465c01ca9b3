# SPDX-License-Identifier: Apache-2.0
"""A browser for trials and pictures: Debian's Chromium, driven as WebDriver has it."""

import json
import socket
import subprocess
import sys
import time
import urllib.request


class Browser:
    """A headless browser with one window; flags are those of Chromium."""

    def __init__(self, profile, *flags):
        with socket.socket() as place:
            place.bind(("127.0.0.1", 0))
            port = place.getsockname()[1]
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.address = f"http://127.0.0.1:{port}/session"
        options = {"binary": "/usr/bin/chromium", "args": [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,800",
            # What the address field would show is drawn ahead, beside what is measured.
            "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
            f"--user-data-dir={profile}", *flags]}
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.05)
        made = self.send("POST", "", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}})
        self.address += "/" + made["sessionId"]
        self.send("POST", "/timeouts", {"script": 300_000})

    def send(self, method, path, body=None):
        """The value of the response to a command."""
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.address + path, data=data, method=method)) as response:
            return json.load(response)["value"]

    def open(self, address):
        self.send("POST", "/url", {"url": address})

    def value(self, expression):
        """What a JavaScript expression gives, or what it promises."""
        return self.run(f"return {expression}")

    def run(self, script):
        """What statements return."""
        return self.send("POST", "/execute/sync", {"script": script, "args": []})

    def command(self, name, **parameters):
        """The response to a command of the Chrome DevTools Protocol."""
        return self.send("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def wait(self, expression):
        """Waits until an expression is true."""
        for _ in range(2_400):
            if self.value(f"Boolean({expression})"):
                return
            time.sleep(0.025)
        sys.exit(f"{sys.argv[0]}: never came true: {expression}")

    def stop(self):
        # A driver that is killed leaves its browser behind.
        self.send("DELETE", "")
        self.driver.terminate()
        self.driver.wait()
