// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP

/// The memory of the loops for pages of photos as they are for whoever has not signed in, each loop's for itself.
///
/// The first pages of a list are asked for far more often than photos change. With each change all pages are forgotten, as
/// it may move any photo from one page to another. A page's compressed form is kept with it.
final class PageCache: Sendable {
  /// The target of a request is part of the memory, so nobody fills it with long ones.
  private static let targetLimit = 256

  private let changes: any ChangeLog
  private let pages: LoopLocal<TwoGenerationCache<[UInt8], RememberedPage>>

  private struct RememberedPage {
    let response: HTTPResponse
    /// The newest change before the page was read.
    let sequence: Int64

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
  ///   - group: The loops.
  ///   - byteLimit: The most bytes that each loop remembers.
  init(changes: any ChangeLog, group: EventLoopGroup, byteLimit: Int) {
    self.changes = changes
    pages = LoopLocal(group) { _ in TwoGenerationCache(costLimit: byteLimit) }
  }

  /// The number of the newest change. Read it before reading a page.
  var sequence: Int64 { changes.latestSequence }

  /// The response with the page that a request asks for, where the loop remembers it and no photo has changed since;
  /// `nil` where one has, and to whoever has signed in. Runs on a loop.
  func page(for context: RouteContext) -> HTTPResponse? {
    guard context.principal == nil else { return nil }
    let target = context.request.target.bytes
    return pages.withValue { pages in
      guard let page = pages.value(for: target, cost: \.cost) else { return nil }
      guard page.sequence == sequence else {
        pages.removeValue(for: target)
        return nil
      }
      return page.response
    }
  }

  /// Remembers the response with a page for whoever asks for the same without signing in. Runs on a loop.
  ///
  /// - Parameter sequence: The number of the newest change before the page was read.
  /// - Returns: The response; where it is remembered, its compressed form will be kept too.
  func remember(_ response: HTTPResponse, for context: RouteContext, asOf sequence: Int64) -> HTTPResponse {
    let target = context.request.target.bytes
    guard context.principal == nil, target.count <= Self.targetLimit else { return response }
    var response = response
    response.compression = .kept(HTTPCompressedCopy())
    let page = RememberedPage(response: response, sequence: sequence)
    pages.withValue { $0.insert(page, for: target, cost: page.cost) }
    return response
  }
}
