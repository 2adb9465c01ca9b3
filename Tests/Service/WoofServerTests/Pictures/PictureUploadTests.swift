// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofCore
import WoofModel
import WoofServer

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// What becomes of a picture while it is uploaded.
@Suite(.overEachProtocol) struct PictureUploadTests {
  @Test func `the response has the thumbnail and the hashes, and the rest follows as a change`() async throws {
    let scripted = ScriptedTransformer()
    try await withService(pictures: scripted) { service in
      let ada = try await service.member("ada")
      let photo = try ada.add(SampleJPEG.next())
      #expect(photo["placeholder"].text == "AQIDBAU=")
      #expect(photo["averageColour"].text == "#8a7f66")
      #expect(photo["variants"]?.names == ["thumb"])
      #expect(photo["version"].integer == 1)
      let id = try #require(photo["id"].text)
      try await eventually {
        try ada.get("/v1/photos/\(id)").member("variants")?.names == ["grid", "preview", "thumb"]
      }
      let later = try ada.get("/v1/photos/\(id)").json()
      #expect(later["version"].integer == 2)
      let changes = try ada.get("/v1/changes").member("changes").items
      #expect(changes.first?["variants"]?.names == ["grid", "preview", "thumb"])
      #expect(scripted.requests.map(\.urgency) == [.request, .background])
    }
  }

  @Test func `a transformer receives the size as displayed`() async throws {
    let sizes = Mutex<Set<[Int]>>([])
    let scripted = ScriptedTransformer { picture, request, _ in
      sizes.withLock { _ = $0.insert([picture.width, picture.height]) }
      return .accepted(ScriptedTransformer.drawn(for: request))
    }
    try await withService(pictures: scripted) { service in
      try await service.member("ada").add(SampleJPEG.withExif(SampleExif(orientation: 6), width: 32, height: 16))
      #expect(sizes.withLock { $0 } == [[16, 32]])
    }
  }

  @Test func `a refused picture leaves nothing behind`() async throws {
    let scripted = ScriptedTransformer { _, _, _ in
      .refused(PhotoRejection(transformer: "scripted", reason: "it is a cat", offset: 7))
    }
    try await withService(pictures: scripted) { service in
      let ada = try await service.member("ada")
      let response = try ada.post("/v1/photos", ["Content-Type": "image/jpeg"], SampleJPEG.next())
      #expect(response.status == 422)
      #expect(response.problem == "invalid-image")
      #expect(try response.member("transformer").text == "scripted")
      #expect(try response.member("reason").text == "it is a cat")
      #expect(try response.member("offset").integer == 7)
      try await eventually { service.spooledFiles.isEmpty }
      #expect(service.blobs.isEmpty)
      #expect(try ada.ids("/v1/me/photos").isEmpty)
    }
  }

  @Test func `a picture is inspected to the end, even if its sender has left`() async throws {
    let (isAsked, asked) = AsyncStream.makeStream(of: Void.self)
    let (isLetGo, letGo) = AsyncStream.makeStream(of: Void.self)
    let scripted = ScriptedTransformer { _, _, _ in
      asked.finish()
      // Ends at once where the task is cancelled.
      for await _ in isLetGo {}
      return Task.isCancelled
        ? ScriptedTransformer.failure(.unavailable)
        : .refused(PhotoRejection(transformer: "scripted", reason: "it is a cat"))
    }
    try await withService(pictures: scripted) { service in
      _ = try await service.member("ada")
      let name = try #require(AccountName("ada"))
      let account = try #require(try await service.running.credentials.credential(of: name)).account
      let upload = try await service.running.intake.beginUpload(by: Principal(account))
      try upload.write(SampleJPEG.next().span.bytes)
      let sending = Task { try await upload.finish(PhotoUpload.Details()) }
      for await _ in isAsked {}
      sending.cancel()
      letGo.finish()
      let error = await #expect(throws: WoofError.self) { try await sending.value }
      #expect(error?.code == .invalidImage)
    }
  }

  @Test(arguments: [PictureFailure.Reason.crashed, .timedOut, .limitExceeded, .lied])
  func `a picture that makes the transformer fail is quarantined, and its sender is informed`(
    reason: PictureFailure.Reason
  ) async throws {
    let scripted = ScriptedTransformer { _, _, _ in ScriptedTransformer.failure(reason) }
    try await withService(pictures: scripted) { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      let response = try ada.post("/v1/photos", ["Content-Type": "image/jpeg"], picture)
      #expect(response.status == 422)
      #expect(response.problem == "image-quarantined")
      #expect(try response.member("transformer").text == "scripted")
      #expect(!response.text.contains("as the script says"))
      #expect(service.blobs.isEmpty)
      let kept = service.folder.files(below: "data/quarantine")
      #expect(kept.count == 2)
      let path = try #require(kept.first { $0.hasSuffix(".picture") })
      #expect(service.folder.read("data/quarantine/\(path)") == picture)
      let note = try #require(kept.first { $0.hasSuffix(".txt") })
      let text = String(decoding: service.folder.read("data/quarantine/\(note)"), as: UTF8.self)
      #expect(text.contains("ada"))
      #expect(text.contains("as the script says"))
      try await eventually { try service.log().contains("a picture made a transformer fail") }
      let metrics = try service.metrics()
      #expect(metrics.contains(#"woof_pictures_uploads_total{outcome="quarantined"} 1"#))
    }
  }

  @Test(arguments: [PictureFailure.Reason.overloaded, .unavailable])
  func `a picture that could not be inspected is accepted, and inspected later`(
    reason: PictureFailure.Reason
  ) async throws {
    let scripted = ScriptedTransformer { _, request, number in
      request.urgency == .request
        ? ScriptedTransformer.failure(reason) : .accepted(ScriptedTransformer.drawn(for: request))
    }
    try await withService(pictures: scripted) { service in
      let ada = try await service.member("ada")
      let photo = try ada.add(SampleJPEG.next())
      #expect(photo["placeholder"] == nil)
      #expect(photo["variants"] == nil)
      let id = try #require(photo["id"].text)
      try await eventually { try ada.get("/v1/photos/\(id)").member("placeholder").text == "AQIDBAU=" }
      #expect(try ada.get("/v1/photos/\(id)").member("variants")?.names == ["grid", "preview", "thumb"])
    }
  }

  @Test func `uploads work without a transformer, and are inspected once there is one`() async throws {
    let folder = try TemporaryFolder()
    let id = try await withService(in: folder) { service in try await service.member("ada").addPhoto() }
    try await withService(in: folder, pictures: ScriptedTransformer()) { service in
      let client = service.client()
      try await eventually {
        try client.get("/v1/photos/\(id)").member("variants")?.names == ["grid", "preview", "thumb"]
      }
    }
  }

  @Test func `formats that the transformer does not accept are stored without it`() async throws {
    let scripted = ScriptedTransformer(types: [.png])
    try await withService(pictures: scripted) { service in
      let photo = try await service.member("ada").add(SampleJPEG.next())
      #expect(photo["variants"] == nil)
      #expect(scripted.requests.isEmpty)
      #expect(try await service.running.pictures?.derivations.derivationCount() == 0)
    }
  }

  @Test func `impossible results of a transformer are refused`() async throws {
    let scripted = ScriptedTransformer { _, request, _ in
      var findings = ScriptedTransformer.drawn(for: request)
      findings.placeholder = [UInt8](repeating: 0, count: 5_000)
      findings.averageColour = "red\"}"
      findings.annotations = ["scripted.novel": .string(String(repeating: "woof", count: 10_000))]
      findings.variants["unasked"] = findings.variants["thumb"]
      findings.variants["thumb"]?.type = .png
      return .accepted(findings)
    }
    try await withService(pictures: scripted) { service in
      let ada = try await service.member("ada")
      let photo = try ada.add(SampleJPEG.next())
      #expect(photo["placeholder"] == nil)
      #expect(photo["averageColour"] == nil)
      #expect(photo["variants"] == nil)
      let id = try #require(photo["id"].text)
      #expect(try ada.get("/v1/photos/\(id)?annotations").member("annotations")?["plugins"] == nil)
    }
  }

  /// Bar 3 of the plugins' issue.
  @Test func `if every tenth job crashes, only the uploads of those jobs fail`() async throws {
    let crashes = Mutex(0)
    let scripted = ScriptedTransformer { _, request, number in
      guard number % 10 == 0 else { return .accepted(ScriptedTransformer.drawn(for: request)) }
      if request.urgency == .request { crashes.withLock { $0 += 1 } }
      return ScriptedTransformer.failure(.crashed)
    }
    try await withService(pictures: scripted) { service in
      let ada = try await service.addAccount("ada")
      let connections = try (0..<6).map { _ in try service.connect() }
      var statuses: [Int: Int] = [:]
      for _ in 0..<25 {
        for connection in connections {
          let picture = SampleJPEG.next()
          let head =
            "POST /v1/photos HTTP/1.1\r\nHost: woof.test\r\nAuthorization: \(ada.authorization)\r\n"
            + "Content-Type: image/jpeg\r\nContent-Length: \(picture.count)\r\n\r\n"
          try connection.send(Array(head.utf8) + picture)
        }
        for connection in connections { statuses[try connection.receiveResponse().status, default: 0] += 1 }
      }
      let crashCount = crashes.withLock(\.self)
      #expect(crashCount > 0)
      #expect(statuses == [201: 150 - crashCount, 422: crashCount])
    }
  }
}
