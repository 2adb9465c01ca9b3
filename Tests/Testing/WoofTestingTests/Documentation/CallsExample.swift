// The calls of Documentation/testing.md in use.
// The example:

import Foundation
import Testing
import URLLoading
import WoofClient
import WoofTesting

struct CallsInUse {
  @Test func `contents, requests and changes`() async throws {
    let woof = try await WoofHarness.start { $0.seed = 7 }
    try await woof.addAccount("ada", password: "bone-bone-bone", isAdministrator: true)
    let picture = DrawnPicture(.png, width: 64, height: 48, seed: 4)
    let photo = try await woof.addPhoto(picture, by: "ada", caption: "Rex", visibility: .public)
    try await woof.setFavourite(true, photo, of: "ada")

    let client = woof.client(as: "ada", password: "bone-bone-bone")
    let metadata = try await client.photo(photo)
    #expect(metadata.favouriteCount == 1 && woof.changes.count == 2)

    let request = try await woof.journal.first(.get("/v1/photos/*"))
    #expect(request.response?.status == 200 && request.fields["User-Agent"] != nil)
    let requests = try await woof.journal.requests(1) { $0.path.hasPrefix("/v1/") }
    #expect(requests.count == 1 && woof.report(ofLast: 5).contains("GET /v1/photos/"))
    woof.journal.clear()
    await woof.stop()
  }

  @Test func `faults`() async throws {
    let woof = try await WoofHarness.start { $0.photos(1, by: "ada") }
    let client = woof.client(retryPolicy: .never)
    let fields = [MessageField("Retry-After", "7")]
    let fault = try woof.faults.inject(.serverError(503, fields: fields), into: .get("/healthz"), first: 2, count: 1)
    try await client.checkHealth()
    await #expect(throws: WoofError.self) { try await client.checkHealth() }
    try await woof.faults.happened(fault, times: 1)
    #expect(woof.faults.count(of: fault) == 1)
    woof.faults.remove(fault)

    let rule = FaultRule(.hangUp(by: .reset), into: RequestPattern(.get, "/v1/photos"), probability: 1)
    try await woof.faults.with(rule) {
      let error = await #expect(throws: WoofError.self) { for try await _ in client.photos() {} }
      #expect(error != nil)
    }
    try woof.faults.stub(.get("/v2/news"), .json("[]"))
    let (news, _) = try await woof.session().data(from: woof.url.appendingPathComponent("v2/news"))
    #expect(String(decoding: news, as: UTF8.self) == "[]" && woof.faults.unmet.isEmpty)
    woof.faults.removeAll()
    await woof.stop()
  }

  @Test func `time, storage and the life of the service`() async throws {
    let woof = try await WoofHarness.start {
      $0.clock = .standing(at: Timestamp("2026-05-01T10:00:00.000Z") ?? Timestamp(milliseconds: 0))
      $0.photos(1, by: "ada")
    }
    woof.clock.advance(by: .seconds(3600))
    #expect(woof.clock.now.description == "2026-05-01T11:00:00.000Z")
    woof.failStorage(.diskFull)
    woof.healStorage()

    let client = woof.client(as: "ada")
    try await woof.restart()
    try await woof.kill()
    try await woof.takeDown(kills: true)
    await #expect(throws: WoofError.self) { try await client.checkHealth() }
    try await woof.bringUp()
    try await client.checkHealth()

    let expectation = try woof.expect(RequestPattern(.get, "/healthz"), counts: 1...(.max))
    try await woof.fulfilment(of: expectation)
    try woof.verify()
    await woof.stop()
  }
}
