// SPDX-License-Identifier: Apache-2.0

/// The photos that an account has deleted and can restore, asked for page by page as they are read.
///
/// Photos may come in and go while somebody reads. Every iterator begins anew.
public struct TrashSequence: AsyncSequence, Sendable {
  /// One photo.
  public typealias Element = DeletedPhoto

  private let load: @Sendable (PageCursor?) async throws -> TrashPage

  init(_ service: any APIService, idPrefix: String?, pageSize: Int?) {
    load = { try await service.response(to: TrashPageRequest(idPrefix: idPrefix, limit: pageSize, after: $0)) }
  }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator { Iterator(load) }

  /// Reads photos.
  public struct Iterator: AsyncIteratorProtocol {
    private let load: @Sendable (PageCursor?) async throws -> TrashPage
    private var items: ArraySlice<DeletedPhoto> = []
    private var cursor: PageCursor?
    private var isAtEnd = false

    init(_ load: @escaping @Sendable (PageCursor?) async throws -> TrashPage) { self.load = load }

    /// The next photo, or `nil` at the end.
    ///
    /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> DeletedPhoto? {
      while items.isEmpty {
        guard !isAtEnd else { return nil }
        let page = try await load(cursor)
        // A service that sends its readers round in circles does not get them to go round.
        isAtEnd = page.next == nil || page.next == cursor
        (items, cursor) = (page.items[...], page.next)
      }
      return items.popFirst()
    }
  }
}
