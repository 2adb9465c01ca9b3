// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TestKit
@testable import TestPictures

@Suite(.timeLimit(.minutes(3))) struct `Transfers` {
  @Test func `a folder is uploaded and downloaded, and a second run has nothing to do`() async throws {
    try await blocking {
      let service = try await DogService()
      let folder = service.folder
      mkdir(folder.path("pictures"), 0o700)
      mkdir(folder.path("pictures/more"), 0o700)
      mkdir(folder.path("pictures/.hidden"), 0o700)
      for index in 0..<9 {
        try folder.write(SampleJPEG.withComment("photo \(index)"), to: "pictures/more/\(index).jpg")
      }
      try folder.write(SamplePNG().bytes, to: "pictures/png without its ending")
      try folder.write("no picture", to: "pictures/notes.jpg")
      try folder.write(SampleJPEG.withComment("hidden"), to: "pictures/.hidden/x.jpg")
      symlink(folder.path("pictures"), folder.path("pictures/more/circle"))

      let first = try await service.dogs(
        "upload", folder.path("pictures"), "--visibility", "public", "--json", as: "ada")
      #expect(first.code == 0, "\(first)")
      #expect(try JSONLines(first.output).map { $0["status"] } == Array(repeating: "uploaded", count: 10))
      let second = try await service.dogs("upload", folder.path("pictures"), as: "ada")
      #expect(second.code == 0)
      #expect(second.errors == "0 uploaded, 10 already there, 0 failed\n")

      let down = folder.path("down/deep")
      let fetched = try await service.dogs("download", "--all", "--into", down, "-j", "3")
      #expect(fetched.code == 0, "\(fetched)")
      #expect(fetched.errors == "10 downloaded, 0 already there, 0 failed\n")
      let originals = folder.files(below: "pictures/more").filter { $0.hasSuffix(".jpg") && !$0.contains("/") }
      let contents = Set(folder.files(below: "down/deep").map { folder.read("down/deep/\($0)") })
      #expect(contents.count == 10)
      for name in originals { #expect(contents.contains(folder.read("pictures/more/\(name)"))) }
      let again = try await service.dogs("download", "--owner", "ada", "--into", down, "--json")
      #expect(try JSONLines(again.output).map { $0["status"] } == Array(repeating: "present", count: 10))
      try await service.stop()
    }
  }

  @Test func `--again sends a photo that is there, and brings back lost bytes`() async throws {
    try await blocking {
      let service = try await DogService()
      let bytes = SampleJPEG.withComment("Rex")
      let id = try await service.upload(bytes)
      let blob = try #require(
        service.folder.files(below: "data").first { service.folder.read("data/\($0)") == bytes })
      unlink(service.folder.path("data/\(blob)"))
      let file = service.folder.path("upload.jpg")
      let skipped = try await service.dogs("upload", file, "--json", as: "ada")
      #expect(try JSONLines(skipped.output).first?["status"] == "present")
      let lost = try await service.dogs("fetch", id)
      #expect(lost.code != 0)
      let sent = try await service.dogs("upload", file, "--again", "--json", as: "ada")
      let line = try #require(try JSONLines(sent.output).first)
      #expect(line["status"] == "uploaded" && line["id"] == id, "\(sent)")
      let fetched = try await service.dogs("fetch", id, "-o", service.folder.path("fetched.jpg"))
      #expect(fetched.code == 0, "\(fetched)")
      #expect(service.folder.read("fetched.jpg") == bytes)
      try await service.stop()
    }
  }

  @Test func `a variant that a photo lacks is a failure of this photo`() async throws {
    try await blocking {
      let service = try await DogService()
      let id = try await service.upload(SampleJPEG.withComment("Rex"))
      let outcome = try await service.dogs(
        "download", id, "--variant", "nonesuch", "--into", service.folder.path("down"), "--json")
      #expect(outcome.code == 1)
      let line = try #require(try JSONLines(outcome.output).first)
      #expect(line["status"] == "failed" && line["id"] == id, "\(outcome)")
      try await service.stop()
    }
  }

  @Test func `an upload that stalls until the service gives up resumes silently`() async throws {
    try await blocking {
      let service = try await DogService(http: #"limits: {bodyRateWindow: "200ms"}"#)
      let port = service.options[1].split(separator: ":").last.flatMap { Int($0) } ?? 0
      let relay = try StallingRelay(before: port, stoppingAfter: 700_000)
      try service.folder.write(SampleJPEG.large(byteCount: 2_000_000, seed: 7), to: "rex.jpg")
      let outcome = try await Dogs.run(
        ["--url", "http://127.0.0.1:\(relay.port)", "upload", service.folder.path("rex.jpg"), "--json"],
        environment: ["DOGS_USER=ada", "DOGS_PASSWORD=\(DogService.password)"])
      #expect(outcome.code == 0, "\(outcome)")
      #expect(relay.hasStopped)
      #expect(try JSONLines(outcome.output).first?["status"] == "uploaded")
      try await service.stop()
    }
  }

  @Test func `a refused file does not stop the others`() async throws {
    try await blocking {
      let service = try await DogService()
      try service.folder.write(Array(SampleJPEG.withComment("broken").dropLast(2)), to: "broken.jpg")
      try service.folder.write(SampleJPEG.withComment("sound"), to: "sound.jpg")
      try service.folder.write("text", to: "text.txt")
      let outcome = try await service.dogs(
        "upload", service.folder.path("broken.jpg"), service.folder.path("text.txt"),
        service.folder.path("nowhere.jpg"),
        service.folder.path("sound.jpg"), "--json", as: "ada")
      #expect(outcome.code == 1)
      let lines = try JSONLines(outcome.output)
      #expect(Set(lines.compactMap { $0["status"] }) == ["uploaded", "failed"])
      #expect(lines.first { $0["file"]?.hasSuffix("broken.jpg") == true }?["error"] == "invalid-image")
      #expect(lines.filter { $0["error"] == "failed" }.count == 2)
      try await service.stop()
    }
  }

  @Test func `a folder without a picture is a failure, and the others are uploaded`() async throws {
    try await blocking {
      let service = try await DogService()
      for name in ["empty", "notes", "pictures"] { mkdir(service.folder.path(name), 0o700) }
      try service.folder.write("no picture", to: "notes/a.txt")
      try service.folder.write(SampleJPEG.withComment("Rex"), to: "pictures/rex.jpg")
      for name in ["empty", "notes"] {
        let outcome = try await service.dogs("upload", service.folder.path(name), "--json", as: "ada")
        #expect(outcome.code == 1, "\(outcome)")
        let lines = try JSONLines(outcome.output)
        #expect(lines.count == 1 && lines.first?["status"] == "failed" && lines.first?["error"] == "no-pictures")
      }
      let text = try await service.dogs(
        "upload", service.folder.path("notes"), service.folder.path("pictures"), as: "ada")
      #expect(text.code == 1)
      #expect(text.errors.contains("no JPEG, PNG, GIF, WebP, HEIF or AVIF picture in it, but 1 other file"), "\(text)")
      #expect(text.errors.hasSuffix("1 uploaded, 0 already there, 1 failed\n"))
      try await service.stop()
    }
  }

  @Test func `a missing photo does not stop the others`() async throws {
    try await blocking {
      let service = try await DogService()
      let id = try await service.upload(SampleJPEG.withComment("Rex"))
      let outcome = try await service.dogs(
        "download", HostileService.id, id, "--into", service.folder.path("down"), "--json")
      #expect(outcome.code == 1)
      let lines = try JSONLines(outcome.output)
      #expect(lines.count == 2)
      #expect(lines.first { $0["id"] == id }?["status"] == "downloaded")
      let failed = lines.first { $0["id"] == HostileService.id }
      #expect(failed?["status"] == "failed" && failed?["error"] == "not-found")
      #expect(service.folder.files(below: "down") == ["\(id).jpg"])
      try await service.stop()
    }
  }

  @Test func `a refused favourite does not stop the others`() async throws {
    try await blocking {
      let service = try await DogService()
      let id = try await service.upload(SampleJPEG.withComment("Rex"))
      let outcome = try await service.dogs("favourite", HostileService.id, id, "--json", as: "ada")
      #expect(outcome.code == 1)
      let (liked, failed) = (try JSONLines(outcome.output), try JSONLines(outcome.errors))
      #expect(liked.count == 1 && liked.first?["id"] == id && liked.first?["isFavourite"] == "true")
      #expect(failed.count == 1 && failed.first?["id"] == HostileService.id)
      #expect(failed.first?["status"] == "failed" && failed.first?["error"] == "not-found")
      try await service.stop()
    }
  }

  @Test func `a second signal leaves no half-written file`() async throws {
    let folder = try TemporaryFolder()
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw TestFailure("no pipe: \(errno)") }
    let (held, end) = (ends[0], ends[1])
    defer { close(end) }
    let bytes = SampleJPEG.withComment("held")
    let listener = try HostileService.photo(bytes) { fields in
      // The bytes come when the test is over.
      var byte: UInt8 = 0
      _ = read(held, &byte, 1)
      close(held)
      return ScriptedListener.response(200, fields, bytes)
    }
    let download = try Program(
      Program.dogs, arguments: ["--url", listener.url, "download", HostileService.id, "--into", folder.path],
      environment: Dogs.environment)
    try await eventually { !folder.names.isEmpty }
    // Both come at once, so that the first leaves no time to clean up.
    for number in [SIGSTOP, SIGINT, SIGTERM, SIGCONT] { download.signal(number) }
    #expect(try await download.outcome().code > 128)
    #expect(folder.names.isEmpty, "left behind: \(folder.names)")
  }

  @Test func `a name that other bytes have gets a suffix`() async throws {
    let folder = try TemporaryFolder()
    let bytes = SampleJPEG.withComment("mine")
    let listener = try HostileService.photo(bytes) { ScriptedListener.response(200, $0, bytes) }
    try folder.write("something else", to: "\(HostileService.id).jpg")
    let words = ["--url", listener.url, "download", HostileService.id, "--into", folder.path]
    #expect(try await Dogs.run(words).code == 0)
    #expect(folder.read("\(HostileService.id)-original.jpg") == bytes)
    #expect(folder.read("\(HostileService.id).jpg") == Array("something else".utf8))
    let again = try await Dogs.run(words)
    #expect(again.errors == "0 downloaded, 1 already there, 0 failed\n")
    #expect(folder.names.count == 2)
  }

  @Test func `a download asks for the list and for missing bytes only`() async throws {
    let folder = try TemporaryFolder()
    let bytes = SampleJPEG.withComment("mine")
    let listener = try HostileService.photo(bytes) { ScriptedListener.response(200, $0, bytes) }
    let words = ["--url", listener.url, "download", "--all", "--into", folder.path]
    for _ in 0..<2 { #expect(try await Dogs.run(words).code == 0) }
    #expect(
      listener.requests.map { "\($0.method) \($0.target)" } == [
        "GET /v1/photos?order=newest&limit=500", "GET /v1/photos/\(HostileService.id)/original",
        "GET /v1/photos?order=newest&limit=500",
      ])
  }

  @Test func `an interrupted upload shows bars, and resumes with the same command`() async throws {
    try await blocking {
      let service = try await DogService()
      mkdir(service.folder.path("pictures"), 0o700)
      var picture = SampleJPEG.large(byteCount: 4_000_000, seed: 1)
      // So many that some are still on their way when ^C comes.
      for index in 0..<40 {
        // In the comment after the marker of the picture and that of the comment with its length.
        picture[6] = UInt8(index)
        try service.folder.write(picture, to: "pictures/\(index).jpg")
      }
      let upload = try service.onTerminal("upload", service.folder.path("pictures"), "-j", "2", as: "ada")
      try await upload.wait(for: "uploaded  ")
      try await upload.wait(for: " of 40 photos")
      try upload.type("\u{3}")
      #expect(try await upload.outcome() == 130)
      #expect(upload.isAsUsual)
      #expect(upload.shown.contains(/[0-9]+ uploaded, 0 already there, 0 failed, [0-9]+ not ended/), "\(upload.shown)")
      let rest = try await service.dogs("upload", service.folder.path("pictures"), "--json", as: "ada")
      #expect(rest.code == 0, "\(rest)")
      let statuses = try JSONLines(rest.output).compactMap { $0["status"] }
      #expect(statuses.count == 40 && statuses.contains("present"))
      let list = try await service.dogs("list", "--mine", "--json", as: "ada")
      #expect(try JSONLines(list.output).count == 40)
      try await service.stop()
    }
  }

  @Test func `an upload survives a killed and restarted service`() async throws {
    try await blocking {
      let service = try await DogService()
      mkdir(service.folder.path("pictures"), 0o700)
      for index in 0..<16 {
        try service.folder.write(
          SampleJPEG.large(byteCount: 2_000_000, seed: UInt64(index)), to: "pictures/\(index).jpg")
      }
      let upload = try service.onTerminal("upload", service.folder.path("pictures"), "-j", "3", as: "ada")
      try await upload.wait(for: "uploaded  ")
      try await service.restart()
      #expect(try await upload.outcome() == 0)
      #expect(upload.shown.contains(" 0 failed"))
      let list = try await service.dogs("list", "--mine", "--json", as: "ada")
      let lines = try JSONLines(list.output)
      #expect(lines.count == 16 && Set(lines.compactMap { $0["digest"] }).count == 16)
      try await service.stop()
    }
  }
}
