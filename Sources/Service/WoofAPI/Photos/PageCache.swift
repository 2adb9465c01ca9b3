// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The memory of the loops for pages of photos as they are for whoever has not signed in, each loop's for itself.
///
/// The first pages of a list are asked for far more often than photos change. With each change all pages are forgotten, as
/// it may move any photo from one page to another. A page's compressed form is kept with it.
final class PageCache: Sendable {
  /// The subject of a page.
  enum Subject {
    /// Photos, of which pages are forgotten with each change of one.
    case photos
    /// An album, of which pages are forgotten with whatever is written: likes, and links that end, change no album.
    case albums
  }

  /// The target of a request is part of the memory, so nobody fills it with long ones.
  private static let targetLimit = 256

  private let changes: any ChangeLog
  private let albums: AlbumLibrary?
  private let time: any TimeSource
  private let pages: LoopLocal<TwoGenerationCache<[UInt8], RememberedPage>>

  private struct RememberedPage {
    let response: HTTPResponse
    /// The state of the subject before the page was read.
    let state: Int64
    /// The time from which on it may not be shown; `nil` where there is none.
    let end: Timestamp?

    var cost: Int {
      guard case .bytes(let bytes) = response.body else { return PageCache.targetLimit }
      // The compressed form, which comes later, has a third of the bytes.
      return PageCache.targetLimit + bytes.count + bytes.count / 3
    }
  }

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - changes: Tells of the newest change, before that is answered.
  ///   - albums: The albums; `nil` where there are none.
  ///   - time: The clock.
  ///   - group: The loops.
  ///   - byteLimit: The most bytes that each loop remembers.
  init(
    changes: any ChangeLog, albums: AlbumLibrary?, time: any TimeSource, group: EventLoopGroup, byteLimit: Int
  ) {
    self.changes = changes
    self.time = time
    self.albums = albums
    pages = LoopLocal(group) { _ in TwoGenerationCache(costLimit: byteLimit) }
  }

  /// A number that is another one after each change of what such pages show. Read it before reading a page.
  func state(of subject: Subject) -> Int64 {
    switch subject {
    case .photos: changes.latestSequence
    case .albums: albums?.commitCount ?? 0
    }
  }

  /// The response with the page that a request asks for, where the loop remembers it and nothing has changed since; `nil`
  /// where something has, and to whoever has signed in. Runs on a loop.
  func page(of subject: Subject, for context: RouteContext) -> HTTPResponse? {
    guard context.principal == nil else { return nil }
    let target = context.request.target.bytes
    return pages.withValue { pages in
      guard let page = pages.value(for: target, cost: \.cost) else { return nil }
      guard page.state == state(of: subject), page.end.map({ time.now() < $0 }) ?? true else {
        pages.removeValue(for: target)
        return nil
      }
      return page.response
    }
  }

  /// Remembers the response with a page for whoever asks for the same without signing in. Runs on a loop.
  ///
  /// - Parameters:
  ///   - state: The state of the page's subject before the page was read.
  ///   - end: The time from which on the page may not be shown, if there is one.
  /// - Returns: The response; where it is remembered, its compressed form will be kept too.
  func remember(
    _ response: HTTPResponse, for context: RouteContext, asOf state: Int64, until end: Timestamp? = nil
  ) -> HTTPResponse {
    let target = context.request.target.bytes
    guard context.principal == nil, target.count <= Self.targetLimit else { return response }
    var response = response
    response.compression = .kept(HTTPCompressedCopy())
    let page = RememberedPage(response: response, state: state, end: end)
    pages.withValue { $0.insert(page, for: target, cost: page.cost) }
    return response
  }
}
