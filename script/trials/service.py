# SPDX-License-Identifier: Apache-2.0
"""A service for trials by programs that others wrote."""

import base64
import socket
import subprocess
import sys
import time


class Service:
    """A service on a data folder and a port of its own, with the account ada.

    The configuration, where there is one, is JSON5.
    """

    def __init__(self, woof, folder, password, configuration=None):
        self.woof, self.folder = woof, folder
        self.options = []
        if configuration is not None:
            self.options = ["--config", f"{folder}.json5"]
            with open(f"{folder}.json5", "w") as file:
                file.write(configuration)
        self.kills = 0
        self.authorization = "Basic " + base64.b64encode(f"ada:{password}".encode()).decode()
        with socket.socket() as place:
            place.bind(("127.0.0.1", 0))
            self.port = place.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        subprocess.run([woof, "init", "--data", folder], check=True, capture_output=True)
        subprocess.run(
            [woof, "account", "add", "ada", "--data", folder], input=password + "\n", text=True, check=True,
            capture_output=True)
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.woof, "serve", "--data", self.folder, "--listen", f"127.0.0.1:{self.port}",
             *self.options],
            stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)
        sys.exit(f"{sys.argv[0]}: the service does not listen")

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.kills += 1
