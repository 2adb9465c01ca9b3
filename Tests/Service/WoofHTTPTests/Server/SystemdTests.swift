// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Testing

@testable import WoofHTTP

@Suite struct SystemdTests {
  @Test func `sockets and their names are taken from the environment`() {
    let environment = ["LISTEN_PID": "42", "LISTEN_FDS": "3", "LISTEN_FDNAMES": "web::admin"]
    let expected = [
      SystemdSocket(descriptor: 3, name: "web"), SystemdSocket(descriptor: 4, name: "unknown"),
      SystemdSocket(descriptor: 5, name: "admin"),
    ]
    #expect(SystemdSocket.inherited(process: 42) { environment[$0] } == expected)
  }

  @Test func `sockets for another process are left alone`() {
    let environment = ["LISTEN_PID": "41", "LISTEN_FDS": "1"]
    #expect(SystemdSocket.inherited(process: 42) { environment[$0] } == [])
  }

  @Test(arguments: ["", "-1", "0", "99999999", "one"]) func `malformed variables give no sockets`(_ count: String) {
    let environment = ["LISTEN_PID": "42", "LISTEN_FDS": count]
    #expect(SystemdSocket.inherited(process: 42) { environment[$0] } == [])
  }

  @Test(arguments: ["/tmp/woof-notify-\(getpid())", "@woof-notify-\(getpid())"])
  func `systemd gets its notification in one datagram`(_ path: String) throws {
    let receiver = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer {
      close(receiver)
      unlink(path)
    }
    let address = try #require(SocketAddress(unixPath: path))
    #expect(address.withSocketAddress { bind(receiver, $0, $1) } == 0)
    let notifier = SystemdNotifier(path: path)
    for (state, message) in [
      (SystemdNotifier.State.ready, "READY=1"), (.stopping, "STOPPING=1"), (.status("fine\nREADY=1"), "STATUS=fine"),
    ] {
      #expect(notifier.notify(state))
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = recv(receiver, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == message)
    }
    #expect(notifier.notify(.reloading))
  }

  @Test func `without systemd no notification is sent`() {
    #expect(!SystemdNotifier(path: nil).notify(.ready))
    #expect(!SystemdNotifier(path: "/nowhere/at/all").notify(.ready))
  }
}
