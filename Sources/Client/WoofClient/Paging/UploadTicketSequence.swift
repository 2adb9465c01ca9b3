// SPDX-License-Identifier: Apache-2.0

/// The upload tickets of an account that have not expired, the newest first, asked for page by page as they are read.
///
/// Tickets may come and go while somebody reads. Every iterator begins anew.
public struct UploadTicketSequence: AsyncSequence, Sendable {
  /// One ticket, without its address.
  public typealias Element = UploadTicket

  private let load: @Sendable (PageCursor?) async throws -> UploadTicketPage

  init(_ service: any APIService, pageSize: Int?) {
    load = { try await service.response(to: UploadTicketPageRequest(limit: pageSize, after: $0)) }
  }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator { Iterator(load) }

  /// Reads tickets.
  public struct Iterator: AsyncIteratorProtocol {
    private let load: @Sendable (PageCursor?) async throws -> UploadTicketPage
    private var items: ArraySlice<UploadTicket> = []
    private var cursor: PageCursor?
    private var isAtEnd = false

    init(_ load: @escaping @Sendable (PageCursor?) async throws -> UploadTicketPage) { self.load = load }

    /// The next ticket, or `nil` at the end.
    ///
    /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> UploadTicket? {
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
