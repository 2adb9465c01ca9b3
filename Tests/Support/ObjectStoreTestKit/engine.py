#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Usage: engine.py [--keep PORT] FOLDER

Runs an S3 server on loopback until standard input ends, or one of its processes: OpenStack Swift with its s3api, one
process for each of its four servers, and memcached, all in FOLDER, which is made and removed again. Prints the port as
soon as it responds.

  --keep PORT  listens at this port, and keeps FOLDER with what is stored in it for the next time

The access key is test:tester, the secret testing, the region us-east-1. Another user may only read what test:tester lets
everybody read: test:reader with the secret reading. Needs the Debian packages swift-proxy, swift-account,
swift-container, swift-object and memcached. Runs as root or as any user.
"""

import argparse
import ctypes
import getpass
import http.client
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time

PR_SET_PDEATHSIG = 1

PROXY = """
[DEFAULT]
{common}
[pipeline:main]
pipeline = catch_errors gatekeeper cache bulk s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
node_timeout = 20
recoverable_node_timeout = 20
# A server that was late once would not be asked for a minute.
error_suppression_limit = 1000000
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:{memcached}
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
storage_domain = localhost
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
user_test_reader = reading
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
"""

STORE = """
[DEFAULT]
devices = {folder}/devices
mount_check = false
fallocate_reserve = 0
{common}
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
"""

COMMON = """bind_ip = 127.0.0.1
bind_port = {port}
workers = 0
user = {user}
swift_dir = {folder}
log_level = ERROR
log_address = {folder}/no-log
"""


def reserve_port(number=0):
    """Returns a socket that has a port of loopback, which nobody else is given while a server may share it."""
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(("127.0.0.1", number))
    return reserved


def die_with_parent():
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def make_rings(folder, ports):
    """Writes a ring of one device for each kind of server."""
    from swift.common.ring import RingBuilder
    for kind in ("account", "container", "object"):
        builder = RingBuilder(4, 1, 0)
        builder.add_dev({
            "region": 1, "zone": 1, "ip": "127.0.0.1", "port": ports[kind], "replication_ip": "127.0.0.1",
            "replication_port": ports[kind], "device": "d1", "weight": 1.0, "meta": ""})
        builder.rebalance()
        builder.get_ring().save(f"{folder}/{kind}.ring.gz")


def configure(folder, ports):
    os.makedirs(f"{folder}/devices/d1", exist_ok=True)
    write(f"{folder}/swift.conf", "[swift-hash]\nswift_hash_path_suffix = woof\nswift_hash_path_prefix = woof\n")
    user = getpass.getuser()
    for kind, text in (("account", STORE), ("container", STORE), ("object", STORE), ("proxy", PROXY)):
        common = COMMON.format(port=ports[kind], user=user, folder=folder)
        write(f"{folder}/{kind}.conf", text.format(
            common=common, folder=folder, kind=kind, memcached=ports["memcached"]))
    make_rings(folder, ports)


def run_server(kind, folder):
    """Runs one of the servers, in a process of its own; never returns."""
    from swift.common.wsgi import run_wsgi
    die_with_parent()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    log = os.open(f"{folder}/{kind}.log", os.O_WRONLY | os.O_CREAT, 0o600)
    os.dup2(log, 1)
    os.dup2(log, 2)
    more = {}
    if kind == "object":
        from swift.obj import server
        more["global_conf_callback"] = server.global_conf_callback
    try:
        run_wsgi(f"{folder}/{kind}.conf", f"{kind}-server", **more)
    finally:
        os._exit(1)


def start(folder, ports):
    """Starts all processes and returns their ids."""
    arguments = ["memcached", "-l", "127.0.0.1", "-p", str(ports["memcached"]), "-U", "0", "-m", "32"]
    if os.getuid() == 0:
        arguments += ["-u", "root"]
    cache = subprocess.Popen(
        arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=die_with_parent)
    children = [cache.pid]
    for kind in ("account", "container", "object", "proxy"):
        child = os.fork()
        if child == 0:
            run_server(kind, folder)
        children.append(child)
    return children


def responds(port, ready):
    """Returns true if a server does what it is asked by ``ready``, which is given a connection."""
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            return ready(connection)
        finally:
            connection.close()
    except (OSError, http.client.HTTPException):
        return False


def store_is_ready(connection):
    connection.request("OPTIONS", "/")
    return connection.getresponse().status < 500


def service_is_ready(connection):
    """Puts an object and takes it away again, which takes all of the servers."""
    connection.request("GET", "/auth/v1.0", headers={"X-Auth-User": "test:tester", "X-Auth-Key": "testing"})
    response = connection.getresponse()
    token = response.getheader("X-Auth-Token") or ""
    response.read()
    for method, path in (("PUT", "/ready"), ("PUT", "/ready/a"), ("DELETE", "/ready/a"), ("DELETE", "/ready")):
        connection.request(method, f"/v1/AUTH_test{path}", headers={"X-Auth-Token": token, "Content-Length": "0"})
        response = connection.getresponse()
        response.read()
        if response.status >= 300:
            return False
    return True


def wait_until_ready(ports, children):
    checks = [(ports[kind], store_is_ready) for kind in ("account", "container", "object")]
    for port, ready in checks + [(ports["proxy"], service_is_ready)]:
        for _ in range(1200):
            check(children)
            if responds(port, ready):
                break
            time.sleep(0.05)
        else:
            raise SystemExit("engine.py: the servers did not respond within a minute")


def check(children):
    """Ends this process where one of the servers has ended."""
    for child in children:
        if os.waitpid(child, os.WNOHANG)[0]:
            raise SystemExit("engine.py: a server has ended")


def run(folder, port):
    """Runs all servers until standard input ends."""
    names = ("account", "container", "object", "proxy", "memcached")
    reserved = {name: reserve_port(port if name == "proxy" else 0) for name in names}
    ports = {name: each.getsockname()[1] for name, each in reserved.items()}
    configure(folder, ports)
    children = start(folder, ports)
    try:
        wait_until_ready(ports, children)
        print(ports["proxy"], flush=True)
        while not select.select([0], [], [], 0.2)[0] or os.read(0, 4096):
            check(children)
    finally:
        for child in children:
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                pass


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("--keep", type=int, metavar="PORT")
    parser.add_argument("folder", nargs="?")
    arguments = parser.parse_args()
    if arguments.help or not arguments.folder:
        print(__doc__, end="")
        return 0 if arguments.help else 2
    folder = os.path.abspath(arguments.folder)
    # Swift reads the file by which it names what it stores from here.
    os.environ["SWIFT_CONF_FILE"] = f"{folder}/swift.conf"
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    os.makedirs(folder, mode=0o700, exist_ok=arguments.keep is not None)
    try:
        from swift.common import utils
        utils.SWIFT_CONF_FILE = f"{folder}/swift.conf"
        utils.HASH_PATH_PREFIX = utils.HASH_PATH_SUFFIX = b"woof"
        run(folder, arguments.keep or 0)
    finally:
        if arguments.keep is None:
            shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
