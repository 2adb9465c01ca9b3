// SPDX-License-Identifier: Apache-2.0

/// The share links of an account that have not expired, the newest first, asked for page by page as they are read.
///
/// Links may come and go while somebody reads. Every iterator begins anew.
public struct ShareLinkSequence: AsyncSequence, Sendable {
  /// One link.
  public typealias Element = ShareLink

  private let items: PagedItems<ShareLink>

  init<Request: APIRequest>(_ service: any APIService, _ request: @escaping @Sendable (PageCursor?) -> Request)
  where Request.Response == ShareLinkPage {
    items = PagedItems {
      let page = try await service.response(to: request($0))
      return (page.items, page.next)
    }
  }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator { Iterator(items: items) }

  /// Reads links.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var items: PagedItems<ShareLink>

    /// The next link, or `nil` at the end.
    ///
    /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> ShareLink? { try await items.next() }
  }
}
