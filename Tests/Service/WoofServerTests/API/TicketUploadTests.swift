// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofCryptography
import WoofHTTPSemantics
import WoofModel
import WoofServer

@testable import TestKit
@testable import TestPictures

/// Uploads by tickets: `/v1/uploads/by-ticket/{ticket}`.
@Suite(.overEachProtocol, .overEachWorld) struct TicketUploadTests {
  @Test func `a ticket takes its photo without a credential, and answers in the fields`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let holder = try TicketHolder(service, ada, SampleJPEG.next(), #","caption":"Rex","visibility":"private""#)
      let response = try holder.put()
      #expect(response.status == 201)
      #expect(response.body.isEmpty)
      let id = try #require(response["Woof-Photo-Id"])
      #expect(response["Location"] == "/v1/photos/\(id)")
      #expect(response["Repr-Digest"] == HTTPDigestField.value(sha256: SHA256.digest(of: holder.picture)))
      let photo = try ada.get("/v1/photos/\(id)")
      #expect(try photo.member("caption") == "Rex" && photo.member("visibility") == "private")
      #expect(try ada.get("/v1/photos/\(id)/original").body == holder.picture)
      #expect(try ada.get("/v1/uploads/tickets").member("items").items.first?["photo"].text == id)
    }
  }

  @Test(arguments: [nil, "application/octet-stream", "image/jpeg"] as [String?])
  func `a type that says the same or nothing is taken`(type: String?) async throws {
    try await withService { service in
      let holder = try TicketHolder(service, try await service.member("ada"), SampleJPEG.next())
      #expect(try holder.put(type: type).status == 201)
    }
  }

  @Test func `bytes, lengths, digests and types other than the ticket's leave it as it is`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let holder = try TicketHolder(service, ada, SampleJPEG.next())
      let other = HTTPDigestField.value(sha256: SHA256.digest(of: [1]))
      var changed = holder.picture
      changed[changed.count - 3] ^= 1
      #expect(try holder.put(changed).problem == "digest-mismatch")
      #expect(try holder.put(SampleJPEG.next() + [0]).problem == "digest-mismatch")
      #expect(try holder.put(Array(holder.picture.dropLast())).problem == "digest-mismatch")
      #expect(try holder.put(extra: [("Repr-Digest", other)]).problem == "digest-mismatch")
      #expect(try holder.put(type: "image/png").problem == "unsupported-media-type")
      #expect(try holder.put(type: "multipart/form-data; boundary=x").problem == "unsupported-media-type")
      #expect(try ada.ids("/v1/me/photos") == [])
      #expect(try holder.put().status == 201)
    }
  }

  @Test func `chunks with more bytes than the ticket is for are refused`() async throws {
    try await withService { service in
      let holder = try TicketHolder(service, try await service.member("ada"), SampleJPEG.next())
      let connection = try service.connect()
      let body = holder.picture + [0]
      try connection.send("PUT \(holder.path) HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      try connection.send(Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8))
      #expect(ClientResponse(try connection.receiveResponse()).problem == "digest-mismatch")
      #expect(try holder.put().status == 201)
    }
  }

  @Test func `bytes of another format than the ticket says are refused`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let holder = try TicketHolder(service, ada, SamplePNG().bytes)
      #expect(try holder.put(type: nil).problem == "unsupported-media-type")
      #expect(try ada.ids("/v1/me/photos") == [])
    }
  }

  @Test(
    arguments: [
      (#"attachment; filename="rex.jpg""#, "rex.jpg"), ("attachment; filename*=UTF-8''R%C3%A9x.jpg", "Réx.jpg"),
      (#"attachment; filename="../../rex.jpg""#, "rex.jpg"), ("attachment", nil),
    ])
  func `the name of the file comes with the upload, and its owner is told`(field: String, name: String?) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for isInParts in [false, true] {
        let holder = try TicketHolder(service, ada, SampleJPEG.next(), #","visibility":"public""#)
        let disposition = [("Content-Disposition", field)]
        let response = isInParts ? try holder.putInParts(extra: disposition) : try holder.put(extra: disposition)
        #expect(response.status == 201)
        let path = "/v1/photos/\(try #require(response["Woof-Photo-Id"]))"
        #expect(try ada.get(path).member("fileName").text == name)
        #expect(try service.client().get(path).member("fileName") == nil)
      }
    }
  }

  @Test func `a request that broke off may be sent again`() async throws {
    try await withService { service in
      let holder = try TicketHolder(service, try await service.member("ada"), SampleJPEG.next())
      let connection = try service.connect()
      try connection.send(
        "PUT \(holder.path) HTTP/1.1\r\nHost: x\r\nContent-Length: \(holder.picture.count)\r\n\r\n")
      try connection.send(Array(holder.picture.prefix(20)))
      connection.reset()
      #expect(try holder.put().status == 201)
    }
  }

  @Test func `the same bytes again get the same response, and make no second photo`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let holder = try TicketHolder(service, ada, SampleJPEG.next())
      let first = try holder.put()
      let again = try holder.put()
      #expect((again.status, again["Woof-Photo-Id"]) == (201, first["Woof-Photo-Id"]))
      #expect(again["Repr-Digest"] == first["Repr-Digest"])
      #expect(try ada.ids("/v1/me/photos").count == 1)
    }
  }

  @Test func `other bytes after the photo learn nothing of it`() async throws {
    try await withService { service in
      let holder = try TicketHolder(service, try await service.member("ada"), SampleJPEG.next())
      #expect(try holder.put().status == 201)
      var changed = holder.picture
      changed[changed.count - 3] ^= 1
      let response = try holder.put(changed)
      #expect(response.problem == "digest-mismatch")
      #expect(response["Woof-Photo-Id"] == nil)
    }
  }

  @Test func `a used ticket brings a deleted photo not back`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let holder = try TicketHolder(service, ada, SampleJPEG.next())
      let id = try #require(try holder.put()["Woof-Photo-Id"])
      #expect(try ada.delete("/v1/photos/\(id)").status == 204)
      #expect(try holder.put().problem == "gone")
      #expect(try ada.ids("/v1/me/photos") == [])
    }
  }

  @Test func `bytes that the account has are told with 200`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      let id = try ada.add(picture)["id"].text
      let response = try TicketHolder(service, ada, picture).put()
      #expect((response.status, response["Woof-Photo-Id"]) == (200, id))
    }
  }

  @Test func `a ticket that has expired, been revoked or never was takes nothing`() async throws {
    let time = AdvancingTime()
    try await withService(http: "tickets: {lifetime: '1h'}", time: time) { service in
      let ada = try await service.member("ada")
      let (revoked, expired) = (
        try TicketHolder(service, ada, SampleJPEG.next()), try TicketHolder(service, ada, SampleJPEG.next())
      )
      #expect(try ada.delete("/v1/uploads/tickets/\(revoked.id)").status == 204)
      #expect(try revoked.put().problem == "not-found")
      time.advance(bySeconds: 3_601)
      #expect(try expired.put().problem == "not-found")
      let never = "/v1/uploads/by-ticket/\(String(repeating: "A", count: 43))"
      for path in [never, "/v1/uploads/by-ticket/x", "/v1/uploads/by-ticket/\(expired.id)"] {
        let response = try service.client().send("PUT", path, body: [1])
        #expect((response.status, response.problem) == (404, "not-found"))
        #expect(response["WWW-Authenticate"] == nil)
      }
      #expect(try ada.ids("/v1/me/photos") == [] && ada.ids("/v1/uploads/tickets") == [])
    }
  }

  @Test func `a new password, disabling and deletion of the account revoke its tickets`() async throws {
    try await withService(hasAdministrators: true) { service in
      let eve = try await service.member("eve", isAdministrator: true)
      let accounts = try await ["ada", "bob", "cleo"].asyncMap { try await service.member($0) }
      let holders = try accounts.map { try TicketHolder(service, $0, SampleJPEG.next()) }
      let json = #"{"current":"tail wagging","new":"ears flapping"}"#
      #expect(try accounts[0].send("PUT", "/v1/me/password", json: json).status == 204)
      try await service.running.credentials.setDisabled(true, of: try #require(AccountName("bob")))
      #expect(try eve.delete("/admin/v1/accounts/cleo?reason=asked").status < 300)
      for holder in holders { #expect(try holder.put().problem == "not-found") }
      try await service.running.credentials.setDisabled(false, of: try #require(AccountName("bob")))
      #expect(try holders[1].put().problem == "not-found")
    }
  }

  @Test func `a photo for which there is no room any more leaves the ticket as it is`() async throws {
    try await withService(http: "quotas: {photos: 1}") { service in
      let ada = try await service.member("ada")
      let holder = try TicketHolder(service, ada, SampleJPEG.next())
      let id = try ada.addPhoto()
      #expect(try holder.put().problem == "insufficient-storage")
      #expect(try ada.delete("/v1/photos/\(id)").status == 204)
      #expect(try holder.put().status == 201)
    }
  }

  @Test func `a credential is not looked at where a ticket is`() async throws {
    try await withService { service in
      let holder = try TicketHolder(service, try await service.member("ada"), SampleJPEG.next())
      #expect(try holder.put(extra: [("Authorization", "Basic eDp5")]).status == 201)
    }
  }

  @Test func `a page of another origin uploads nothing`() async throws {
    try await withService { service in
      let holder = try TicketHolder(service, try await service.member("ada"), SampleJPEG.next())
      #expect(try holder.put(extra: [("Sec-Fetch-Site", "cross-site")]).problem == "cross-origin-refused")
    }
  }

  @Test func `requests by tickets count for their account's rate`() async throws {
    try await withService(http: "rates: {local: true, perAccount: 1, accountBurst: 2}") { service in
      let holder = try TicketHolder(service, try await service.member("ada"), SampleJPEG.next())
      #expect(try (0..<3).map { _ in try holder.put([1]).status }.last == 429)
    }
  }
}

extension Sequence {
  fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
