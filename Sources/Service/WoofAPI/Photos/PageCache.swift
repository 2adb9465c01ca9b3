// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofHTTP

/// The memory of the loops for pages of photos as they are for whoever has not signed in, each loop's for itself.
///
/// The first pages of a list are asked for far more often than photos change. With each change all pages are forgotten, as
/// it may move any photo from one page to another.
final class PageCache: Sendable {
  /// The target of a request is part of the memory, so nobody fills it with long ones.
  private static let targetLimit = 256

  private let changes = ChangeCount()
  private let pages: LoopLocal<TwoGenerationCache<[UInt8], RememberedPage>>

  private struct RememberedPage {
    let response: HTTPResponse
    let state: PhotosState

    var cost: Int {
      guard case .bytes(let bytes) = response.body else { return PageCache.targetLimit }
      return PageCache.targetLimit + bytes.count
    }
  }

  /// Makes an empty cache, and lets it hear of changes.
  ///
  /// - Parameters:
  ///   - changes: Tells that photos change.
  ///   - group: The loops.
  ///   - byteLimit: The most bytes that each loop remembers.
  init(changes log: any ChangeLog, group: EventLoopGroup, byteLimit: Int) {
    pages = LoopLocal(group) { _ in TwoGenerationCache(costLimit: byteLimit) }
    log.addObserver(changes)
  }

  /// The state of all photos. Read it before reading those of a page.
  var state: PhotosState { PhotosState(changeCount: changes.value) }

  /// The response with the page that a request asks for, where the loop remembers it and no photo has changed since;
  /// `nil` where one has, and to whoever has signed in. Runs on a loop.
  func page(for context: RouteContext) -> HTTPResponse? {
    guard context.principal == nil else { return nil }
    let target = context.request.target.bytes
    return pages.withValue { pages in
      guard let page = pages.value(for: target, cost: \.cost) else { return nil }
      guard page.state == state else {
        pages.removeValue(for: target)
        return nil
      }
      return page.response
    }
  }

  /// Remembers the response with a page for whoever asks for the same without signing in. Runs on a loop.
  ///
  /// - Parameter state: The state of which the page is.
  func remember(_ response: HTTPResponse, for context: RouteContext, of state: PhotosState) {
    let target = context.request.target.bytes
    guard context.principal == nil, target.count <= Self.targetLimit else { return }
    let page = RememberedPage(response: response, state: state)
    pages.withValue { $0.insert(page, for: target, cost: page.cost) }
  }
}

/// The state of all photos between two changes.
struct PhotosState: Hashable, Sendable {
  fileprivate let changeCount: Int
}

/// The number of times that photos have changed, which grows before a change is answered.
private final class ChangeCount: ChangeObserver {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .acquiring) }

  func committed(_ changes: [PhotoRecord]) { count.add(1, ordering: .releasing) }
}
