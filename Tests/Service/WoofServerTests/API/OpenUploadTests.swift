// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// The list of uploads that an account has begun and not finished.
@Suite(.overEachProtocol) struct OpenUploadTests {
  private static func begin(_ client: Client, _ bytes: [UInt8], _ query: String = "") throws -> String {
    let response = try client.send(
      "POST", "/v1/photos\(query)", ["Upload-Complete": "?0", "Upload-Length": "100000"], body: bytes)
    guard response.status == 201, let place = response["Location"] else {
      throw TestFailure("\(response.status): \(response.text)")
    }
    return place
  }

  @Test func `an upload is listed with what its client said of it, until it is cancelled`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let picture = SampleJPEG.next()
      let first = try Self.begin(ada, Array(picture.prefix(50)))
      let second = try Self.begin(
        ada, Array(picture.prefix(100)), "?caption=Rex&visibility=unlisted&fileName=rex.jpg")
      let open = try ada.get("/v1/me/uploads").member("items").items
      #expect(Set(open.compactMap { $0["location"].text }) == [first, second])
      let item = try #require(open.first { $0["location"].text == second })
      #expect(item["offset"] == 100 && item["length"] == 100_000)
      #expect(item["caption"].text == "Rex" && item["visibility"].text == "unlisted")
      #expect(item["fileName"].text == "rex.jpg")
      #expect(try ada.head(second)["Upload-Offset"] == "100")
      #expect(try bob.get("/v1/me/uploads").member("items").items.isEmpty)
      #expect(try service.client().get("/v1/me/uploads").problem == "authentication-required")
      #expect(try ada.delete(first).status == 204)
      #expect(try ada.get("/v1/me/uploads").member("items").items.compactMap { $0["location"].text } == [second])
    }
  }

  @Test func `to list an upload does not interrupt who sends it, and it goes from the list when it is complete`()
    async throws
  {
    try await withService { service in
      let credential = try await service.addAccount("ada")
      let ada = service.client(credential)
      let picture = SampleJPEG.large(byteCount: 200_000)
      let connection = try service.connect()
      try connection.send(
        .upload(picture.count, by: credential, "Upload-Complete: ?1\r\nUpload-Draft-Interop-Version: 9\r\n"))
      #expect(ClientResponse(try connection.receiveResponse()).status == 104)
      try connection.send(Array(picture.prefix(100_000)))
      try await eventually {
        try ada.get("/v1/me/uploads").member("items").items.first?["offset"].integer ?? 0 > 0
      }
      try connection.send(Array(picture.dropFirst(100_000)))
      var status = 104
      while status == 104 { status = ClientResponse(try connection.receiveResponse()).status }
      #expect(status == 201)
      #expect(try ada.get("/v1/me/uploads").member("items").items.isEmpty)
    }
  }
}
