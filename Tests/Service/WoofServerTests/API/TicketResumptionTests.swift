// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofAPI
import WoofCore
import WoofModel
import WoofServer

@testable import TestKit
@testable import TestPictures

/// Uploads by tickets that are gone on with after a break.
@Suite(.overEachProtocol) struct TicketResumptionTests {
  private static let part: KeyValuePairs = ["Content-Type": "application/partial-upload"]

  /// Begins an upload with its first bytes, and returns its address.
  private func begin(_ holder: TicketHolder, _ count: Int, method: String = "PUT") throws -> String {
    let response = try holder.client.send(
      method, holder.path, ["Upload-Complete": "?0", "Upload-Length": "\(holder.picture.count)"],
      body: Array(holder.picture.prefix(count)))
    guard response.status == 201, let place = response["Location"] else {
      throw TestFailure("\(response.status): \(response.text)")
    }
    return place
  }

  private func append(_ client: Client, _ place: String, _ bytes: [UInt8], at offset: Int) throws -> ClientResponse {
    try client.send(
      "PATCH", place, Self.part, extra: [("Upload-Offset", "\(offset)"), ("Upload-Complete", "?1")], body: bytes)
  }

  @Test(arguments: ["PUT", "POST"])
  func `an upload goes on at the ticket's address, without a credential`(method: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let holder = try TicketHolder(service, ada, SampleJPEG.next())
      let place = try begin(holder, 10, method: method)
      #expect(place.hasPrefix("\(holder.path)/"))
      #expect(try holder.client.head(place)["Upload-Offset"] == "10")
      let response = try append(holder.client, place, Array(holder.picture[10...]), at: 10)
      #expect(response.status == 201)
      #expect(response.body.isEmpty)
      #expect(response["Upload-Complete"] == "?1")
      let id = try #require(response["Woof-Photo-Id"])
      #expect(try ada.get("/v1/photos/\(id)/original").body == holder.picture)
      let again = try append(holder.client, place, [], at: holder.picture.count)
      #expect((again.status, again["Woof-Photo-Id"]) == (201, id))
      #expect(try holder.client.head(place)["Upload-Complete"] == "?1")
    }
  }

  @Test func `an upload that a session sends as a whole is resumed after a break`() async throws {
    try await withService { service in
      let holder = try TicketHolder(service, try await service.member("ada"), SampleJPEG.next())
      let connection = try service.connect()
      try connection.send(
        "PUT \(holder.path) HTTP/1.1\r\nHost: x\r\nContent-Length: \(holder.picture.count)\r\nUpload-Complete: ?1\r\n"
          + "Upload-Draft-Interop-Version: 9\r\n\r\n")
      let place = try #require(ClientResponse(try connection.receiveResponse())["Location"])
      try connection.send(Array(holder.picture.prefix(20)))
      connection.reset()
      let offset = try #require(try holder.client.head(place)["Upload-Offset"].flatMap { Int($0) })
      #expect(try append(holder.client, place, Array(holder.picture.dropFirst(offset)), at: offset).status == 201)
      #expect(try holder.put().status == 201)
    }
  }

  @Test func `bytes with another digest end the upload, and leave the ticket as it is`() async throws {
    try await withService { service in
      let holder = try TicketHolder(service, try await service.member("ada"), SampleJPEG.next())
      let place = try begin(holder, 10)
      let wrong = [UInt8](repeating: 0, count: holder.picture.count - 10)
      let response = try append(holder.client, place, wrong, at: 10)
      #expect([400, 422].contains(response.status))
      #expect(try holder.put().status == 201)
    }
  }

  @Test func `a length other than the ticket's begins no upload`() async throws {
    try await withService { service in
      let holder = try TicketHolder(service, try await service.member("ada"), SampleJPEG.next())
      let response = try holder.client.send(
        "PUT", holder.path, ["Upload-Complete": "?0", "Upload-Length": "\(holder.picture.count + 1)"], body: [])
      #expect(response.problem == "digest-mismatch")
    }
  }

  @Test func `an upload belongs to its ticket, and to the account, but to no other ticket`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (one, two) = (
        try TicketHolder(service, ada, SampleJPEG.next()), try TicketHolder(service, ada, SampleJPEG.next())
      )
      let place = try begin(one, 10)
      let id = try #require(place.split(separator: "/").last)
      #expect(try two.client.head("\(two.path)/\(id)").status == 404)
      #expect(try ada.head("/v1/uploads/\(id)")["Upload-Offset"] == "10")
      #expect(try one.client.delete(place).status == 204)
      #expect(try one.client.head(place).status == 404)
      #expect(try one.put().status == 201)
    }
  }

  @Test func `an upload in parts ends with its ticket`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let holder = try TicketHolder(service, ada, SampleJPEG.next())
      let place = try begin(holder, 10)
      #expect(service.folder.files(below: "data/uploads") != [])
      #expect(try ada.delete("/v1/uploads/tickets/\(holder.id)").status == 204)
      #expect(service.folder.files(below: "data/uploads") == [])
      #expect(try ada.get("/v1/me").member("used")?["uploads"] == 0)
      #expect(try append(holder.client, place, Array(holder.picture[10...]), at: 10).status == 404)
      #expect(try ada.ids("/v1/me/photos") == [])
    }
  }

  @Test func `what came of an upload goes after its ticket went with a password or its time`() async throws {
    let time = AdvancingTime()
    try await withService(http: "tickets: {lifetime: '1h'}", time: time) { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      _ = try begin(try TicketHolder(service, ada, SampleJPEG.next()), 10)
      let kept = try begin(try TicketHolder(service, bob, SampleJPEG.next()), 10)
      let tickets = try #require(service.running.parts.tickets)
      let json = #"{"current":"tail wagging","new":"ears flapping"}"#
      #expect(try ada.send("PUT", "/v1/me/password", json: json).status == 204)
      try await tickets.sweep()
      #expect(try bob.head("/v1/uploads/\(kept.split(separator: "/").last ?? "")")["Upload-Offset"] == "10")
      #expect(service.folder.files(below: "data/uploads").count == 2)
      time.advance(bySeconds: 3_601)
      try await tickets.sweep()
      #expect(service.folder.files(below: "data/uploads") == [])
    }
  }

  @Test func `an upload that is begun again takes the place of the one before`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let holder = try TicketHolder(service, ada, SampleJPEG.next())
      let first = try begin(holder, 10)
      _ = try begin(holder, 20)
      #expect(try holder.client.head(first).status == 404)
      #expect(try ada.get("/v1/me").member("used")?["uploads"] == 1)
    }
  }

  @Test func `an upload goes on after a restart`() async throws {
    let folder = try TemporaryFolder()
    let picture = SampleJPEG.next()
    let place = try await withService(in: folder) { service in
      let holder = try TicketHolder(service, try await service.member("ada"), picture)
      return try begin(holder, 10)
    }
    try await withService(in: folder) { service in
      let client = service.client()
      #expect(try client.head(place)["Upload-Offset"] == "10")
      let response = try append(client, place, Array(picture[10...]), at: 10)
      #expect(response.status == 201)
      #expect(response["Woof-Photo-Id"] != nil)
    }
  }
}
