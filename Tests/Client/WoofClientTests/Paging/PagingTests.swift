// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import WoofClient

@Suite struct PagingTests {
  private func photos(_ count: Int) throws -> [PhotoMetadata] {
    try (0..<count).map { number in
      try SamplePhoto.metadata(of: Data([1]), id: PhotoID(high: 0x0193_a7b2_c4d5_7000, low: UInt64(number)))
    }
  }

  /// A service with so many photos, two on a page.
  private func service(_ all: [PhotoMetadata]) -> StubService {
    let service = StubService()
    service.respond(to: PhotoPageRequest.self) { request in
      let start = request.after.flatMap { Int($0.rawValue) } ?? 0
      let end = min(start + 2, all.count)
      return PhotoPage(
        items: Array(all[start..<end]), next: end < all.count ? PageCursor(rawValue: "\(end)") : nil)
    }
    return service
  }

  @Test(arguments: [0, 1, 2, 3, 7])
  func `all photos come in their order`(count: Int) async throws {
    let all = try photos(count)
    var read: [PhotoMetadata] = []
    for try await photo in service(all).photos() { read.append(photo) }
    #expect(read == all)
  }

  @Test func `pages come as the service sends them`() async throws {
    var sizes: [Int] = []
    for try await page in service(try photos(5)).photos().pages { sizes.append(page.items.count) }
    #expect(sizes == [2, 2, 1])
  }

  @Test func `a page is requested when it is read, and not before`() async throws {
    let service = service(try photos(7))
    var iterator = service.photos().makeAsyncIterator()
    #expect(service.requests.isEmpty)
    for _ in 0..<3 { _ = try await iterator.next() }
    #expect(service.requests.count == 2)
  }

  @Test func `the parameters of a list reach the service`() async throws {
    let service = service(try photos(3))
    for try await _ in service.photos(order: .popular, owner: "ada", pageSize: 2) {}
    #expect(
      service.requests.map { $0 as? PhotoPageRequest } == [
        PhotoPageRequest(order: .popular, owner: "ada", limit: 2),
        PhotoPageRequest(order: .popular, owner: "ada", limit: 2, after: PageCursor(rawValue: "2")),
      ])
  }

  @Test func `a search asks for the next page with the same words`() async throws {
    let service = StubService()
    let all = try photos(2)
    service.respond(to: PhotoSearchRequest.self) { request in
      request.after == nil
        ? PhotoPage(items: [all[0]], next: PageCursor(rawValue: "1")) : PhotoPage(items: [all[1]])
    }
    var found: [PhotoMetadata] = []
    for try await photo in service.searchPhotos("dog lake", owner: "ada", pageSize: 1) { found.append(photo) }
    #expect(found == all)
    #expect(
      service.requests.map { $0 as? PhotoSearchRequest } == [
        PhotoSearchRequest(text: "dog lake", owner: "ada", limit: 1),
        PhotoSearchRequest(text: "dog lake", owner: "ada", limit: 1, after: PageCursor(rawValue: "1")),
      ])
  }

  @Test func `a failed page can be requested again`() async throws {
    let failing = Mutex(true)
    let all = try photos(1)
    let service = StubService()
    service.respond(to: PhotoPageRequest.self) { _ in
      let fails = failing.withLock { fails in
        defer { fails = false }
        return fails
      }
      if fails { throw WoofError(.unavailable, "") }
      return PhotoPage(items: all)
    }
    var iterator = service.photos().makeAsyncIterator()
    #expect(try await failure { _ = try await iterator.next() }.code == .unavailable)
    #expect(try await iterator.next() == all[0])
  }

  @Test func `a service that repeats a cursor for ever is abandoned`() async throws {
    let service = StubService()
    service.respond(to: PhotoPageRequest.self) { _ in PhotoPage(items: [], next: PageCursor(rawValue: "again")) }
    for try await _ in service.photos() {}
    #expect(service.requests.count == 2)
  }

  @Test func `the change log is read to its end`() async throws {
    let service = StubService()
    service.respond(to: ChangePageRequest.self) { request in
      switch request.since?.rawValue {
      case nil: ChangePage(changes: [], next: ChangeToken(rawValue: "1"), more: true)
      case "1": ChangePage(changes: [], next: ChangeToken(rawValue: "2"), more: true)
      default: ChangePage(changes: [], next: ChangeToken(rawValue: "3"))
      }
    }
    var tokens: [String] = []
    for try await page in service.changes() { tokens.append(page.next.rawValue) }
    #expect(tokens == ["1", "2", "3"])
  }

  @Test func `a stub without a response for a request names the request`() async throws {
    let error = try await failure { _ = try await StubService().account() }
    #expect(error.code == .notImplemented)
    #expect(error.message.contains("AccountRequest"))
  }
}
