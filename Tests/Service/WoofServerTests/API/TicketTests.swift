// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Tickets as their account sees them: `/v1/uploads/tickets`.
@Suite(.overEachProtocol, .overEachWorld) struct TicketTests {
  @Test func `a ticket tells its address once, and says what it is for`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      let json = try TicketHolder.request(picture, #","caption":"Rex","visibility":"unlisted""#)
      let response = try ada.send("POST", "/v1/uploads/tickets", json: json)
      #expect(response.status == 201)
      #expect(response["Cache-Control"] == "no-store")
      let url = try #require(try response.member("url").text)
      #expect(url.hasPrefix("http://localhost/v1/uploads/by-ticket/"))
      let listed = try #require(try ada.get("/v1/uploads/tickets").member("items").items.first)
      #expect(listed["id"] == (try response.member("id")))
      #expect(listed["url"] == nil && listed["photo"] == nil)
      #expect(listed["caption"] == "Rex" && listed["visibility"] == "unlisted")
      #expect(listed["byteCount"] == .integer(Int64(picture.count)) && listed["contentType"] == "image/jpeg")
    }
  }

  @Test func `the address has the configured origin`() async throws {
    try await withService(http: #"origins: ["https://photos.example.org"]"#) { service in
      let ada = try await service.member("ada")
      let json = try TicketHolder.request(SampleJPEG.next())
      let url = try ada.send("POST", "/v1/uploads/tickets", json: json).member("url").text
      #expect(url?.hasPrefix("https://photos.example.org/v1/uploads/by-ticket/") == true)
    }
  }

  @Test(
    arguments: [
      #"{"byteCount":1,"contentType":"image/jpeg"}"#,
      #"{"digest":"sha256-x","byteCount":1,"contentType":"image/jpeg"}"#,
      #"{"digest":"\#(digest)","byteCount":0,"contentType":"image/jpeg"}"#,
      #"{"digest":"\#(digest)","byteCount":"1","contentType":"image/jpeg"}"#,
      #"{"digest":"\#(digest)","byteCount":1,"contentType":"text/plain"}"#, #"{"digest":"\#(digest)","byteCount":1}"#,
      #"{"digest":"\#(digest)","byteCount":1,"contentType":"image/jpeg","caption":1}"#,
      #"{"digest":"\#(digest)","byteCount":1,"contentType":"image/jpeg","visibility":"all"}"#,
      #"{"digest":"\#(digest)","byteCount":1,"contentType":"image/jpeg","owner":"bob"}"#,
    ])
  func `a ticket for something unclear is refused`(json: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.send("POST", "/v1/uploads/tickets", json: json)
      #expect((response.status, response.problem) == (400, "invalid-parameter"))
    }
  }

  private static let digest = "sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"

  @Test func `a photo that is too large, or for which there is no room, gets no ticket`() async throws {
    try await withService(http: "quotas: {bytes: '2kB'}", photos: "bytes: '4kB',") { service in
      let ada = try await service.member("ada")
      for (count, problem) in [(5_000, "payload-too-large"), (3_000, "payload-too-large"), (1_000, nil)] {
        let json = try TicketHolder.request([UInt8](repeating: 1, count: count))
        let response = try ada.send("POST", "/v1/uploads/tickets", json: json)
        #expect(response.problem == problem, "\(count): \(response.text)")
      }
    }
  }

  @Test func `an account has so many open tickets, and makes room by revoking one`() async throws {
    try await withService(http: "tickets: {ticketsPerAccount: 2}") { service in
      let ada = try await service.member("ada")
      let first = try TicketHolder(service, ada, SampleJPEG.next())
      _ = try TicketHolder(service, ada, SampleJPEG.next())
      let json = try TicketHolder.request(SampleJPEG.next())
      let refused = try ada.send("POST", "/v1/uploads/tickets", json: json)
      #expect((refused.status, refused.problem) == (507, "insufficient-storage"))
      #expect(try refused.member("limitName") == "tickets" && refused.member("limit") == 2)
      #expect(try ada.delete("/v1/uploads/tickets/\(first.id)").status == 204)
      #expect(try ada.send("POST", "/v1/uploads/tickets", json: json).status == 201)
    }
  }

  @Test func `tickets are listed and revoked by nobody but their account`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let holder = try TicketHolder(service, ada, SampleJPEG.next())
      #expect(try bob.ids("/v1/uploads/tickets") == [])
      #expect(try bob.delete("/v1/uploads/tickets/\(holder.id)").problem == "not-found")
      #expect(try ada.ids("/v1/uploads/tickets") == [holder.id])
      for target in ["/v1/uploads/tickets", "/v1/uploads/tickets/\(holder.id)"] {
        let method = target.hasSuffix("tickets") ? "GET" : "DELETE"
        #expect(try service.client().send(method, target).status == 401)
      }
      #expect(try service.client().send("POST", "/v1/uploads/tickets", json: "{}").status == 401)
    }
  }

  @Test func `tickets come in pages, the newest first`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = try (0..<5).map { _ in try TicketHolder(service, ada, SampleJPEG.next()).id }
      var (found, target): ([String], String?) = ([], "/v1/uploads/tickets?limit=2")
      while let page = target {
        found += try ada.ids(page)
        target = try ada.get(page).member("next").text.map { "/v1/uploads/tickets?limit=2&after=\($0)" }
      }
      #expect(found == ids.reversed())
      #expect(try ada.get("/v1/uploads/tickets?after=x").problem == "invalid-parameter")
    }
  }

  @Test func `a page of another origin gets no ticket`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let fields = [("Origin", "https://evil.example"), ("Content-Type", "application/json")]
      let body = Array(try TicketHolder.request(SampleJPEG.next()).utf8)
      let response = try ada.send("POST", "/v1/uploads/tickets", extra: fields, body: body)
      #expect(response.problem == "cross-origin-refused")
    }
  }

  @Test func `issue, use and revocation are in the audit log`() async throws {
    try await withService(hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let used = try TicketHolder(service, ada, SampleJPEG.next())
      #expect(try used.put([1, 2, 3]).problem == "digest-mismatch")
      #expect(try used.put().status == 201)
      #expect(try used.put().status == 201)
      #expect(try ada.delete("/v1/uploads/tickets/\(used.id)").status == 204)
      let entries = try eve.get("/admin/v1/audit").member("items").items.reversed().filter { $0["who"] == "ada" }
      let expected = [
        "tickets.issue \(used.id) ", "tickets.issue \(used.id) done", "tickets.use \(used.id) ",
        "tickets.revoke \(used.id) ", "tickets.revoke \(used.id) done",
      ]
      #expect(
        entries.map { "\($0["action"].text ?? "") \($0["subject"].text ?? "") \($0["outcome"].text ?? "")" } == expected
      )
      #expect(entries.first?["details"]["byteCount"] == .integer(Int64(used.picture.count)))
      #expect(try !eve.get("/admin/v1/audit").text.contains(used.secret))
    }
  }

  @Test(.embeddedOnly("it looks into the database"))
  func `the secret is in no log and no file, also where no route has its path`() async throws {
    let folder = try TemporaryFolder()
    let secret = try await withService(in: folder) { service in
      let holder = try TicketHolder(service, try await service.member("ada"), SampleJPEG.next())
      #expect(try holder.put().status == 201)
      _ = try holder.client.get(holder.path)
      _ = try holder.client.get("\(holder.path)/x/y")
      _ = try holder.client.get("/v2/\(holder.secret)")
      return holder.secret
    }
    #expect(try String(contentsOfFile: folder.path("log")).contains(#""path":"/v1/uploads/by-ticket/…""#))
    let files = folder.files(below: "").filter { !$0.isEmpty }
    #expect(files.contains("log") && files.contains("data/woof.db"))
    for file in files { #expect(folder.read(file).firstRange(of: Array(secret.utf8)) == nil, "\(file)") }
  }

  @Test func `the metrics count tickets`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let holder = try TicketHolder(service, ada, SampleJPEG.next())
      #expect(try holder.put().status == 201)
      #expect(try ada.delete("/v1/uploads/tickets/\(holder.id)").status == 204)
      #expect(try holder.put().status == 404)
      let metrics = try service.metrics()
      for name in ["issued", "used", "revoked", "refused"] {
        #expect(metrics.contains("woof_tickets_\(name)_total 1\n"))
      }
    }
  }
}
