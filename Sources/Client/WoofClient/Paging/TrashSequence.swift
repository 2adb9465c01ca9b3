// SPDX-License-Identifier: Apache-2.0

/// The photos that an account has deleted and can restore, asked for page by page as they are read.
///
/// Photos may come in and go while somebody reads. Every iterator begins anew.
public struct TrashSequence: AsyncSequence, Sendable {
  /// One photo.
  public typealias Element = DeletedPhoto

  private let items: PagedItems<DeletedPhoto>

  init(_ service: any APIService, idPrefix: String?, pageSize: Int?) {
    items = PagedItems {
      let page = try await service.response(to: TrashPageRequest(idPrefix: idPrefix, limit: pageSize, after: $0))
      return (page.items, page.next)
    }
  }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator { Iterator(items: items) }

  /// Reads photos.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var items: PagedItems<DeletedPhoto>

    /// The next photo, or `nil` at the end.
    ///
    /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> DeletedPhoto? { try await items.next() }
  }
}
