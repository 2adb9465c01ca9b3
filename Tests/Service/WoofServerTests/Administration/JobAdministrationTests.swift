// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofModel

@testable import TestKit

@Suite struct JobAdministrationTests {
  /// Starts a job, follows it to its end, and gives its last state.
  private static func run(
    _ request: String, _ program: AdministeredProgram, reason: String? = nil
  ) throws -> JSONValue {
    let query = reason.map { "?reason=\($0)" } ?? ""
    let job = try program.client().send("POST", "/admin/v1/jobs\(query)", json: request)
    guard job.status == 201, let id = try job.member("id").integer else { throw TestFailure(job.text) }
    let stream = try program.client().get("/admin/v1/jobs/\(id)/progress")
    let lines = try stream.text.split(separator: "\n").map { try JSONValue(Array($0.utf8)) }
    guard stream["Content-Type"] == "application/x-ndjson", let last = lines.last else { throw TestFailure("no lines") }
    return last
  }

  @Test func `a backup is made while the service runs, and restored elsewhere`() async throws {
    try await withAdministration { program, admin in
      let photo = try program.member("ada").addPhoto()
      let (target, into) = (program.folder.path("backup"), program.folder.path("restored"))
      let backup = try Self.run(#"{"kind":"backup","target":"\#(target)"}"#, program)
      #expect(backup["state"].text == "done" && backup["result"]["blobCount"].integer == 1, "\(backup)")
      #expect(backup["startedBy"].text == "unix:root" || backup["startedBy"].text?.hasPrefix("unix:") == true)
      let restored = try Self.run(#"{"kind":"restore","backup":"\#(target)","into":"\#(into)"}"#, program)
      #expect(restored["state"].text == "done", "\(restored)")
      let copy = try await ServingProgram(["--data", into, "--listen", "127.0.0.1:0"])
      #expect(try copy.client().get("/v1/photos/\(photo)").status == 200)
      let jobs = try admin.get("/admin/v1/jobs").member("items").items
      #expect(jobs.compactMap { $0["id"].integer } == [2, 1])
      // The end of a job is noted when its progress has been told.
      try await eventually {
        try admin.get("/admin/v1/audit").member("items").items.count { $0["action"].text == "jobs.end" } == 2
      }
      let actions = try admin.get("/admin/v1/audit").member("items").items.compactMap { $0["action"].text }
      #expect(actions.count { $0 == "jobs.start" } == 4 && actions.count { $0 == "jobs.end" } == 2)
    }
  }

  @Test func `everything is checked, and garbage is collected`() async throws {
    try await withAdministration { program, _ in
      _ = try program.member("ada").addPhoto()
      for depth in ["records", "lengths", "bytes"] {
        let job = try Self.run(#"{"kind":"check","depth":"\#(depth)"}"#, program)
        #expect(job["state"].text == "done" && job["result"]["isSound"] == true, "\(job)")
        #expect(job["result"]["depth"].text == depth && job["finding"].text == nil)
      }
      #expect(try Self.run(#"{"kind":"gc"}"#, program, reason: "room")["result"]["removedCount"].integer == 0)
    }
  }

  @Test func `a failed job reports its reason`() async throws {
    try await withAdministration { program, _ in
      try program.folder.write("mine", to: "taken")
      let job = try Self.run(#"{"kind":"backup","target":"\#(program.folder.path("taken"))"}"#, program)
      #expect(job["state"].text == "failed" && job["problem"].text?.isEmpty == false)
    }
  }

  @Test func `a restore from a folder without a backup is refused, and so is its plan`() async throws {
    try await withAdministration { program, admin in
      let missing = program.folder.path("nothing")
      let request = #"{"kind":"restore","backup":"\#(missing)","into":"\#(missing)-new"}"#
      for query in ["", "?plan=true"] {
        let response = try admin.send("POST", "/admin/v1/jobs\(query)", json: request)
        #expect(try response.status == 400 && response.member("parameter").text == "backup", "\(response.text)")
      }
      #expect(try admin.get("/admin/v1/jobs").member("items").items.isEmpty)
    }
  }

  @Test func `a restore takes the backup of the given point`() async throws {
    try await withAdministration { program, _ in
      let ada = try program.member("ada")
      let folder = program.folder.path("backups")
      #expect(mkdir(folder, 0o755) == 0)
      _ = try ada.addPhoto()
      _ = try Self.run(#"{"kind":"backup","target":"\#(folder)/monday"}"#, program)
      _ = try ada.addPhoto()
      _ = try Self.run(#"{"kind":"backup","target":"\#(folder)/tuesday"}"#, program)
      for (point, count) in [("monday", 1), ("tuesday", 2)] as [(String, Int64)] {
        let into = program.folder.path("restored-\(point)")
        let job = try Self.run(
          #"{"kind":"restore","backup":"\#(folder)","into":"\#(into)","point":"\#(point)"}"#, program)
        #expect(job["state"].text == "done" && job["result"]["blobCount"].integer == count, "\(job)")
        #expect(job["request"]["point"].text == point)
      }
    }
  }

  @Test func `removing garbage needs a reason, unless it is only planned`() async throws {
    try await withAdministration { program, admin in
      let refused = try admin.send("POST", "/admin/v1/jobs", json: #"{"kind":"gc"}"#)
      #expect(try refused.status == 400 && refused.member("parameter").text == "reason")
      #expect(try admin.get("/admin/v1/jobs").member("items").items.isEmpty)
      #expect(try admin.send("POST", "/admin/v1/jobs?plan=true", json: #"{"kind":"gc"}"#).status == 200)
      #expect(try Self.run(#"{"kind":"gc"}"#, program, reason: "room")["state"].text == "done")
    }
  }

  @Test(arguments: [
    (#"{"kind":"backup","target":"relative"}"#, "target"), (#"{"kind":"backup"}"#, "target"),
    (#"{"kind":"backup","target":"/x","since":"y"}"#, "since"), (#"{"kind":"fly"}"#, "kind"), ("{}", "kind"),
    (#"{"kind":"check","depth":"deep"}"#, "depth"), (#"{"kind":"restore","backup":"/x","into":"DATA"}"#, "into"),
    (#"{"kind":"restore","backup":"/x","into":"DATA/../data/sub"}"#, "into"),
    (#"{"kind":"restore","backup":"/x","into":"DATA/.."}"#, "into"),
    (#"{"kind":"backup","target":"DATA/b"}"#, "target"),
    (#"{"kind":"backup","target":"DATA/../nothing/../data/evil"}"#, "target"),
    (#"{"kind":"backup","target":"/nothing/../DATA/restoring"}"#, "target"),
    (#"{"kind":"backup","target":"/proc/self/cwd/nothing/../../../../../DATA/restoring"}"#, "target"),
    (#"{"kind":"restore","backup":"/x","into":"/nothing/../DATA/sub"}"#, "into"),
    (#"{"kind":"restore","backup":"/nothing/../DATA","into":"/y"}"#, "backup"),
    (#"{"kind":"restore","backup":"/x","into":"/y","point":"a\nb"}"#, "point"),
    (#"{"kind":"reprocess","photo":"x"}"#, "photo"), (#"{"kind":"gc","speed":9}"#, "speed"),
  ])
  func `a malformed job is refused before it begins`(request: String, parameter: String) async throws {
    try await withAdministration { program, admin in
      let request = request.replacing("DATA", with: program.folder.path("data"))
      let response = try admin.send("POST", "/admin/v1/jobs", json: request)
      #expect(
        try response.problem == "invalid-parameter" && response.member("parameter").text == parameter,
        "\(response.text)")
      #expect(try admin.get("/admin/v1/jobs").member("items").items.isEmpty)
    }
  }

  @Test func `a link into the served folder is refused, and so is its plan`() async throws {
    try await withAdministration { program, admin in
      symlink("data", program.folder.path("link"))
      symlink("data/restoring", program.folder.path("dangling"))
      let link = program.folder.path("link")
      for (request, parameter) in [
        (#"{"kind":"backup","target":"\#(link)/restoring"}"#, "target"),
        (#"{"kind":"backup","target":"\#(program.folder.path("dangling"))"}"#, "target"),
        (#"{"kind":"restore","backup":"/x","into":"\#(link)/sub"}"#, "into"),
      ] {
        for query in ["", "?plan=true"] {
          let response = try admin.send("POST", "/admin/v1/jobs\(query)", json: request)
          #expect(try response.status == 400 && response.member("parameter").text == parameter, "\(response.text)")
          #expect(try response.member("detail").text?.contains("is being served") == true, "\(response.text)")
        }
      }
      #expect(!program.folder.files(below: "data").contains { $0.hasPrefix("restoring") })
    }
  }

  @Test func `a job can be planned, and cannot be stopped after its end`() async throws {
    try await withAdministration { program, admin in
      let plan = try admin.send("POST", "/admin/v1/jobs?plan=true", json: #"{"kind":"check"}"#)
      #expect(try plan.status == 200 && plan.member("summary").text?.hasPrefix("checks ") == true)
      #expect(try admin.get("/admin/v1/jobs").member("items").items.isEmpty)
      _ = try Self.run(#"{"kind":"gc"}"#, program, reason: "room")
      #expect(try admin.delete("/admin/v1/jobs/1").member("state").text == "done")
      #expect(
        try admin.delete("/admin/v1/jobs/2").status == 404 && admin.get("/admin/v1/jobs/2/progress").status == 404)
    }
  }
}
