// SPDX-License-Identifier: Apache-2.0

import Combine
import Foundation
import HarnessTestKit
import Synchronization
import Testing

@testable import TestKit
@testable import WoofClient

@Suite struct PublisherTests {
  private func photos(_ count: Int) throws -> [PhotoMetadata] {
    try (0..<count).map { number in
      try SamplePhoto.metadata(of: Data([1]), id: PhotoID(high: 0x0193_a7b2_c4d5_7000, low: UInt64(number)))
    }
  }

  private func service(_ all: [PhotoMetadata]) -> StubService {
    let service = StubService()
    service.respond(to: PhotoPageRequest.self) { request in
      let start = request.after.flatMap { Int($0.rawValue) } ?? 0
      let end = min(start + 2, all.count)
      return PhotoPage(items: Array(all[start..<end]), next: end < all.count ? PageCursor(rawValue: "\(end)") : nil)
    }
    service.respond(to: PhotoRequest.self) { request in
      guard let photo = all.first(where: { $0.id == request.id }) else { throw WoofError(.notFound, "No such photo.") }
      return photo
    }
    return service
  }

  @Test func `a request is published once`() async throws {
    let all = try photos(1)
    #expect(try await values(service(all).photoPublisher(for: all[0].id)) == all)
  }

  @Test func `a failure is the client's error`() async throws {
    let publisher = service([]).photoPublisher(for: try photos(1)[0].id)
    #expect(try await failure { _ = try await values(publisher) }.code == .notFound)
  }

  @Test func `no request is sent before there is a subscriber`() async throws {
    let all = try photos(1)
    let service = service(all)
    let publisher = service.photoPublisher(for: all[0].id)
    #expect(service.requests.isEmpty)
    for _ in 0..<2 { _ = try await values(publisher) }
    #expect(service.requests.count == 2)
  }

  @Test func `a list is published photo by photo`() async throws {
    let all = try photos(5)
    #expect(try await values(service(all).photosPublisher()) == all)
  }

  @Test func `what a search finds is published photo by photo`() async throws {
    let all = try photos(2)
    let service = StubService()
    service.respond(to: PhotoSearchRequest.self) { request in
      PhotoPage(items: request.text == "dog" && request.owner == "ada" ? all : [])
    }
    #expect(try await values(service.searchPhotosPublisher("dog", owner: "ada")) == all)
  }

  @Test func `photos that look alike are published group by group`() async throws {
    let photos = try photos(4)
    let groups = [photos[..<2], photos[2...]].map { DuplicateGroup(best: $0[$0.startIndex].id, photos: Array($0)) }
    let service = StubService()
    service.respond(to: DuplicatePageRequest.self) { DuplicatePage(items: $0.limit == 7 ? groups : []) }
    #expect(try await values(service.duplicatesPublisher(pageSize: 7)) == groups)
  }

  @Test func `timelines are published once`() async throws {
    let month = try #require(CivilMonth("2026-05"))
    let timeline = Timeline(
      months: [Timeline.Month(month: month, count: 2, ratioSum: 3)], change: ChangeToken(rawValue: "x"))
    let part = TimelinePart(
      month: month, offset: 1, count: 2,
      entries: [TimelinePart.Entry(id: try photos(1)[0].id, ratio: AspectRatio(byte: 9))])
    let service = StubService()
    service.respond(to: TimelineRequest.self) { _ in timeline }
    service.respond(to: TimelineRatiosRequest.self) { _ in [AspectRatio(byte: 9), AspectRatio(byte: 8)] }
    service.respond(to: TimelinePartRequest.self) {
      $0.offset == 1 ? part : TimelinePart(month: month, count: 0, entries: [])
    }
    #expect(try await values(service.timelinePublisher()) == [timeline])
    #expect(
      try await values(service.timelineRatiosPublisher(of: .mine)) == [[AspectRatio(byte: 9), AspectRatio(byte: 8)]])
    #expect(try await values(service.timelinePartPublisher(of: .trash, month, offset: 1)) == [part])
    let again = try JSONDecoder().decode(TimelinePart.self, from: try JSONEncoder().encode(part))
    #expect(again == part)
  }

  @Test func `photos by date are published photo by photo`() async throws {
    let all = try photos(2)
    let moment = all[0].moment
    let service = StubService()
    service.respond(to: PhotoPageRequest.self) { PhotoPage(items: $0.order == .taken && $0.from == moment ? all : []) }
    service.respond(to: OwnPhotoPageRequest.self) {
      PhotoPage(items: $0.order == .taken && $0.until == moment ? all : [])
    }
    #expect(try await values(service.photosByDatePublisher(from: moment)) == all)
    #expect(try await values(service.ownPhotosByDatePublisher(until: moment)) == all)
  }

  @Test func `pages are requested only on demand`() async throws {
    let all = try photos(9)
    let service = service(all)
    let taken = try await values(service.photosPublisher().prefix(3))
    #expect(taken == Array(all.prefix(3)))
    #expect(service.requests.count == 2)
  }

  @Test func `cancelling a subscription ends the work`() async throws {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let service = StubService()
    service.respond(to: AccountRequest.self) { _ in
      start.yield()
      do {
        try await Task.sleep(for: .seconds(3600))
      } catch {
        end.yield()
        throw error
      }
      throw WoofError(.internal, "")
    }
    let subscription = service.accountPublisher().sink { _ in
      Issue.record("told after the end")
    } receiveValue: { _ in
      Issue.record("a value after the end")
    }
    for await _ in started { break }
    subscription.cancel()
    for await _ in ended { break }
  }

  @Test func `the change log is published page by page to its end`() async throws {
    let service = StubService()
    service.respond(to: ChangePageRequest.self) { request in
      let number = request.since.flatMap { Int($0.rawValue) } ?? 0
      return ChangePage(changes: [], next: ChangeToken(rawValue: "\(number + 1)"), more: number < 2)
    }
    #expect(try await values(service.changesPublisher()).map(\.next.rawValue) == ["1", "2", "3"])
  }

  @Test func `a favourite that is set is published`() async throws {
    let photo = try photos(1)[0]
    let service = StubService()
    service.respond(to: FavouriteRequest.self) { request in
      var photo = photo
      photo.favouriteCount = request.isFavourite ? 1 : 0
      return photo
    }
    #expect(try await values(service.setFavouritePublisher(true, for: photo.id)).map(\.favouriteCount) == [1])
    #expect(try await values(service.setFavouritePublisher(false, for: photo.id)).map(\.favouriteCount) == [0])
  }

  @Test func `operators of Combine work with it`() async throws {
    let all = try photos(3)
    let captions = service(all).photosPublisher().map(\.owner).removeDuplicates().collect()
    #expect(try await values(captions) == [["ada"]])
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `signing in and out are published`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.addAccount("ada")
      let controller = TestSignIn { _ in ada }
      let client = WoofClient(
        baseURL: service.url, session: service.session(), signIn: .asking(controller), retryPolicy: .never)
      #expect(try await values(client.signInPublisher()).map(\.name) == ["ada"])
      let endCount = try await values(client.signOutPublisher()).count
      #expect(endCount == 1)
      _ = try await values(client.signInPublisher())
      #expect(controller.prompts.count == 2)
    }
  }
}
