// SPDX-License-Identifier: Apache-2.0

/// The photos that a share link shows, in the order of the album, asked for page by page as they are read.
///
/// Photos may come and go while somebody reads. Every iterator begins anew.
public struct SharedPhotoSequence: AsyncSequence, Sendable {
  /// One photo.
  public typealias Element = SharedPhoto

  private let items: PagedItems<SharedPhoto>

  init<Request: APIRequest>(_ service: any APIService, _ request: @escaping @Sendable (PageCursor?) -> Request)
  where Request.Response == SharedPhotoPage {
    items = PagedItems {
      let page = try await service.response(to: request($0))
      return (page.items, page.next)
    }
  }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator { Iterator(items: items) }

  /// Reads photos.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var items: PagedItems<SharedPhoto>

    /// The next photo, or `nil` at the end.
    ///
    /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> SharedPhoto? { try await items.next() }
  }
}
