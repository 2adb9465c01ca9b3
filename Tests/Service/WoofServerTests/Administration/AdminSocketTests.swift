// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessKit
import Testing
import WoofModel

@testable import TestKit

/// The socket in the data folder.
@Suite struct AdminSocketTests {
  @Test func `the socket is its owner's only, shows the status, and goes with the service`() async throws {
    try await withAdministration { program, admin in
      var status = stat()
      #expect(lstat(program.socket, &status) == 0 && status.st_mode == S_IFSOCK | 0o600)
      let response = try admin.get("/admin/v1/status")
      #expect(response.status == 200)
      #expect(try response.member("processID").integer == Int64(program.serving.program.identifier))
      #expect(try response.member("folder").text == program.folder.path("data"))
      let addresses = try response.member("addresses").items.compactMap(\.text)
      // The last one is that of the metrics.
      #expect(addresses.dropLast() == program.serving.addresses + ["unix:\(program.socket)"])
      #expect(try await program.serving.stop().code == 0)
      #expect(lstat(program.socket, &status) != 0)
    }
  }

  @Test func `a socket file that a killed service left is replaced`() async throws {
    try await withAdministration { program, admin in
      #expect(try admin.get("/admin/v1/status").status == 200)
      program.serving.program.signal(SIGKILL)
      _ = try await program.serving.program.outcome()
      #expect(access(program.socket, F_OK) == 0)
      let next = try await AdministeredProgram(on: program.folder)
      #expect(try next.client().get("/admin/v1/status").status == 200)
    }
  }

  @Test func `a second service on the folder ends, names the first, and keeps its socket`() async throws {
    try await withAdministration { program, admin in
      let second = try await Program.run(["serve", "--data", program.folder.path("data"), "--listen", "127.0.0.1:0"])
      #expect(second.code == 1 && second.errors.contains("\(program.serving.program.identifier)"))
      #expect(try program.client().get("/admin/v1/status").status == 200)
    }
  }

  @Test func `a data folder with a path longer than a socket's has a socket, too`() async throws {
    try await blocking {
      let folder = try TemporaryFolder()
      let deep = folder.path(String(repeating: "long-", count: 40))
      let serving = try await ServingProgram(["--data", deep, "--listen", "127.0.0.1:0"])
      #expect(symlink(deep, folder.path("short")) == 0)
      let client = Client(as: nil) { try RawClient(unixPath: folder.path("short/admin.sock")) }
      #expect(try client.get("/admin/v1/status").member("addresses")[1].text == "unix:\(deep)/admin.sock")
      #expect(try await serving.stop().code == 0)
      #expect(access("\(deep)/admin.sock", F_OK) != 0)
    }
  }

  @Test(.enabled(if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0 && access("/usr/bin/curl", X_OK) == 0))
  func `another user is refused, whatever the file's permissions are, and logged`() async throws {
    try await withAdministration { program, _ in
      for (path, mode) in [(program.folder.path, 0o711), (program.folder.path("data"), 0o711), (program.socket, 0o666)]
      {
        #expect(chmod(path, mode_t(mode)) == 0)
      }
      let outcome = try await Program.run(
        "setpriv",
        [
          "--reuid=65534", "--regid=65534", "--clear-groups", "curl", "-s", "--unix-socket", program.socket,
          "http://woof.test/admin/v1/status",
        ])
      #expect(outcome.output.contains("problems/forbidden"))
      #expect(!outcome.output.contains("processID"))
      // Another thread writes the log.
      try await eventually { try program.serving.log.contains { $0["user"].text == "65534" } }
      let lines = try program.serving.log.filter {
        $0["message"].text?.contains("refused at the admin socket") ?? false
      }
      #expect(lines.first?["user"].text == "65534")
    }
  }

  @Test func `the socket can be disabled`() async throws {
    try await withAdministration(configuration: "{administration: {socket: false}}") { program, _ in
      #expect(access(program.socket, F_OK) != 0)
      let status = try program.serving.client().get("/admin/v1/status").status
      #expect(status == 404)
    }
  }

  @Test func `other listeners serve administrators only, and only if configured`() async throws {
    try await withAdministration(configuration: "{administration: {tcp: true}}") { program, _ in
      let (ada, bob) = (try program.addAccount("ada", isAdministrator: true), try program.addAccount("bob"))
      #expect(try program.serving.client().get("/admin/v1/status").status == 401)
      #expect(try program.serving.client(bob).get("/admin/v1/status").problem == "forbidden")
      #expect(try program.serving.client(ada).get("/admin/v1/status").status == 200)
      #expect(try program.serving.client(ada).get("/admin/v1/metrics").text.contains("woof_http_requests_total"))
      let foreign = try program.serving.client(ada).send(
        "POST", "/admin/v1/shutdown?reason=x", ["Origin": "http://elsewhere.test"])
      #expect(foreign.problem == "cross-origin-refused")
      let edited = try program.serving.client(ada).send("PATCH", "/admin/v1/accounts/bob", json: #"{"disabled":true}"#)
      #expect(edited.status == 200)
      #expect(try program.client().get("/admin/v1/audit?limit=1").member("items")[0]["who"].text == "ada")
    }
  }

  @Test func `shutting down needs a reason, can be planned, and ends the service in order`() async throws {
    try await withAdministration { program, admin in
      #expect(try admin.send("POST", "/admin/v1/shutdown").member("parameter").text == "reason")
      #expect(try admin.send("POST", "/admin/v1/shutdown?plan=true").member("isReversible") == false)
      #expect(try admin.get("/admin/v1/status").status == 200)
      #expect(try admin.send("POST", "/admin/v1/shutdown?reason=enough").status == 202)
      #expect(try await program.serving.program.outcome().code == 0)
      let next = try await AdministeredProgram(on: program.folder)
      let entries = try next.client().get("/admin/v1/audit").member("items").items
      #expect(entries.map { $0["action"].text } == ["service.shutdown", "service.shutdown"])
      #expect(entries[0]["outcome"].text == "done" && entries[1]["reason"].text == "enough")
    }
  }

  @Test func `no request is accepted while an administrator's request delays the end`() async throws {
    try await withAdministration(configuration: "{modules: {'service.http': {drainDeadline: '60s'}}}") { program, _ in
      let pending = try RawClient(unixPath: program.socket)
      try pending.send(
        "POST /admin/v1/jobs HTTP/1.1\r\nHost: woof.test\r\nContent-Type: application/json\r\n"
          + "Content-Length: 13\r\nExpect: 100-continue\r\n\r\n")
      #expect(try pending.receiveResponse().status == 100)
      program.serving.program.signal(SIGTERM)
      try await eventually { (try? RawClient(port: program.serving.port)) == nil }
      // The request is still held, and not cut off.
      try pending.send(#"{"kind":"no"}"#)
      #expect(try pending.receiveResponse().status == 400)
      pending.close()
      #expect(try await program.serving.program.outcome().code == 0)
    }
  }

  @Test func `metrics of the service and its process are shown`() async throws {
    try await withAdministration { program, admin in
      let ada = try program.member("ada")
      _ = try ada.setFavourite(try ada.addPhoto())
      let statistics = try admin.get("/admin/v1/stats").json()
      for (name, count) in [("accountCount", 1), ("photoCount", 1), ("favouriteCount", 1)] as [(String, Int64)] {
        #expect(statistics[name].integer == count, "\(name)")
      }
      for name in ["residentByteCount", "descriptorCount", "freeByteCount", "connectionCount", "recordByteCount"] {
        #expect(statistics[name].integer ?? 0 > 0, "\(name)")
      }
      #expect(try admin.get("/admin/v1/metrics").text.contains("# TYPE woof_http_requests_total counter"))
    }
  }

  @Test(arguments: [
    ("GET", "/admin/v1/nothing", 404), ("PUT", "/admin/v1/status", 405), ("GET", "/admin/v1/status?x=1", 400),
    ("GET", "/v1/photos", 404), ("GET", "/admin/v1/accounts?limit=0", 400),
    ("GET", "/admin/v1/accounts?after=%20", 400),
    ("GET", "/admin/v1/audit?after=AAAA", 400), ("GET", "/admin/v1/jobs?after=x", 400),
    ("GET", "/admin/v1/photos?after=BAAA", 400), ("GET", "/admin/v1/quarantine?after=1.x", 400),
    ("GET", "/admin/v1/jobs/99999999999999999999", 404), ("GET", "/admin/v1/quarantine/x", 404),
    ("GET", "/admin/v1/photos/x", 404), ("GET", "/admin/v1/accounts/%2e%2e", 404),
  ])
  func `invalid requests are refused`(method: String, target: String, status: Int) async throws {
    try await withAdministration { _, admin in
      let response = try admin.send(method, target)
      #expect(response.status == status && response.problem != nil)
    }
  }
}
