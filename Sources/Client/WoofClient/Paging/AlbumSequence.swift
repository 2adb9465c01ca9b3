// SPDX-License-Identifier: Apache-2.0

/// The albums of a list, the newest first, asked for page by page as they are read.
///
/// Albums may come and go while somebody reads. Every iterator begins anew.
public struct AlbumSequence: AsyncSequence, Sendable {
  /// One album.
  public typealias Element = Album

  private let items: PagedItems<Album>

  init<Request: APIRequest>(_ service: any APIService, _ request: @escaping @Sendable (PageCursor?) -> Request)
  where Request.Response == AlbumPage {
    items = PagedItems {
      let page = try await service.response(to: request($0))
      return (page.items, page.next)
    }
  }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator { Iterator(items: items) }

  /// Reads albums.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var items: PagedItems<Album>

    /// The next album, or `nil` at the end.
    ///
    /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> Album? { try await items.next() }
  }
}
