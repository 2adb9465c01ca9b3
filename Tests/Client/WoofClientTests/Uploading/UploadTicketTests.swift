// SPDX-License-Identifier: Apache-2.0

import Foundation
import HarnessTestKit
import Testing
import URLLoading

@testable import TestKit
@testable import WoofClient

/// Uploads by tickets, answered by the real service.
@Suite struct UploadTicketTests {
  @Test(arguments: HarnessProtocol.allCases)
  func `a ticket says what the photo will be`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let data = SamplePhoto.next()
      let upload = PhotoUpload(data: data, caption: "Rex", visibility: .unlisted)
      let ticket = try await service.member("ada").uploadTicket(for: upload)
      #expect(try ticket.digest == Digest(of: data))
      #expect((ticket.byteCount, ticket.contentType) == (Int64(data.count), .jpeg))
      #expect((ticket.caption, ticket.visibility, ticket.photo) == ("Rex", .unlisted, nil))
      #expect(ticket.expiresAt > ticket.createdAt)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a session uploads a ticket's photo without a credential, twice if need be`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let file = URL(fileURLWithPath: service.folder.path("rex.jpg"))
      let data = SamplePhoto.large(byteCount: 300_000)
      try data.write(to: file)
      let request = try await ada.uploadTicket(for: PhotoUpload(file: file)).request()
      for _ in 0..<2 {
        let (body, response) = try await service.session().upload(for: request, fromFile: file)
        #expect(body.isEmpty)
        let uploaded = try UploadedTicket(response: try #require(response as? HTTPURLResponse))
        #expect(uploaded.isNew)
        #expect(try uploaded.digest == Digest(of: data))
        #expect(try await ada.photo(uploaded.photo).byteCount == Int64(data.count))
      }
      #expect(service.challengeCount == 0)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `the request tells the name of the file, which its owner sees`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let data = SamplePhoto.next()
      let ticket = try await ada.uploadTicket(for: PhotoUpload(data: data))
      #expect(try ticket.request().value(forHTTPHeaderField: "Content-Disposition") == nil)
      let (_, response) = try await service.session().upload(
        for: try ticket.request(fileName: "folder/Réx \"1\".jpg"), from: data)
      let uploaded = try UploadedTicket(response: try #require(response as? HTTPURLResponse))
      #expect(try await ada.photo(uploaded.photo).originalFileName == "Réx \"1\".jpg")
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `tickets are listed without their addresses, and revoked`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      var issued: [UploadTicket] = []
      for _ in 0..<3 { issued.append(try await ada.uploadTicket(for: PhotoUpload(data: SamplePhoto.next()))) }
      try await ada.revokeUploadTicket(issued[1].id)
      var listed: [UploadTicket] = []
      for try await ticket in ada.uploadTickets(pageSize: 1) { listed.append(ticket) }
      #expect(listed.map(\.id) == [issued[2].id, issued[0].id])
      #expect(listed.allSatisfy { $0.url == nil })
      #expect(try await failure { try await ada.revokeUploadTicket(issued[1].id) }.code == .notFound)
      let (_, response) = try await service.session().upload(for: try issued[1].request(), from: SamplePhoto.next())
      let status = try #require(response as? HTTPURLResponse)
      #expect(throws: WoofError.self) { try UploadedTicket(response: status) }
    }
  }

  @Test func `a listed ticket has no request`() throws {
    let ticket = UploadTicket(
      id: "x", digest: try Digest(of: Data()), byteCount: 1, contentType: .jpeg, visibility: .private,
      createdAt: Timestamp(milliseconds: 0), expiresAt: Timestamp(milliseconds: 1))
    #expect(throws: WoofError.self) { try ticket.request() }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `bytes that are no picture, and a file that is not there, get no ticket`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let text = PhotoUpload(data: Data("no picture".utf8))
      #expect(try await failure { _ = try await ada.uploadTicket(for: text) }.code == .unsupportedMediaType)
      let missing = PhotoUpload(file: URL(fileURLWithPath: service.folder.path("missing.jpg")))
      #expect(try await failure { _ = try await ada.uploadTicket(for: missing) }.code == .fileNotReadable)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `tickets have publishers`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let upload = PhotoUpload(data: SamplePhoto.next())
      let ticket = try #require(try await values(ada.uploadTicketPublisher(for: upload)).first)
      #expect(try await values(ada.uploadTicketsPublisher()).map(\.id) == [ticket.id])
      _ = try await values(ada.revokeUploadTicketPublisher(ticket.id))
      #expect(try await values(ada.uploadTicketsPublisher()).isEmpty)
    }
  }
}
