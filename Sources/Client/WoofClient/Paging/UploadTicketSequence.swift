// SPDX-License-Identifier: Apache-2.0

/// The upload tickets of an account that have not expired, the newest first, asked for page by page as they are read.
///
/// Tickets may come and go while somebody reads. Every iterator begins anew.
public struct UploadTicketSequence: AsyncSequence, Sendable {
  /// One ticket, without its address.
  public typealias Element = UploadTicket

  private let items: PagedItems<UploadTicket>

  init(_ service: any APIService, pageSize: Int?) {
    items = PagedItems {
      let page = try await service.response(to: UploadTicketPageRequest(limit: pageSize, after: $0))
      return (page.items, page.next)
    }
  }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator { Iterator(items: items) }

  /// Reads tickets.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var items: PagedItems<UploadTicket>

    /// The next ticket, or `nil` at the end.
    ///
    /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> UploadTicket? { try await items.next() }
  }
}
