// SPDX-License-Identifier: Apache-2.0

/// Pages of the change log of several kinds of things, asked for as they are read, until there is no more for now.
public struct ServiceChangePageSequence: AsyncSequence, Sendable {
  /// One page.
  public typealias Element = ServiceChangePage

  private let service: any APIService
  private let first: ServiceChangePageRequest

  init(_ service: any APIService, from first: ServiceChangePageRequest) {
    self.service = service
    self.first = first
  }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator { Iterator(service, first) }

  /// Reads pages.
  public struct Iterator: AsyncIteratorProtocol {
    private let service: any APIService
    private var request: ServiceChangePageRequest
    private var isAtEnd = false

    init(_ service: any APIService, _ request: ServiceChangePageRequest) {
      self.service = service
      self.request = request
    }

    /// The next page, or `nil` where there is no more for now. One that failed can be asked for again.
    ///
    /// - Throws: ``WoofError``, as with `changeTokenExpired` where a new snapshot is needed; `CancellationError` when the
    ///   task is cancelled.
    public mutating func next() async throws -> ServiceChangePage? {
      guard !isAtEnd else { return nil }
      let page = try await service.response(to: request)
      isAtEnd = !page.more || page.next == request.since
      request.since = page.next
      return page
    }
  }
}
