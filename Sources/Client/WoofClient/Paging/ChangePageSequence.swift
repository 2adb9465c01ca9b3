// SPDX-License-Identifier: Apache-2.0

/// Pages of the change log, asked for as they are read, until there is no more for now.
public struct ChangePageSequence: AsyncSequence, Sendable {
  /// One page.
  public typealias Element = ChangePage

  private let service: any APIService
  private let token: ChangeToken?
  private let pageSize: Int?

  init(_ service: any APIService, since token: ChangeToken?, pageSize: Int?) {
    self.service = service
    self.token = token
    self.pageSize = pageSize
  }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator { Iterator(service, token, pageSize) }

  /// Reads pages.
  public struct Iterator: AsyncIteratorProtocol {
    private let service: any APIService
    private let pageSize: Int?
    private var token: ChangeToken?
    private var isAtEnd = false

    init(_ service: any APIService, _ token: ChangeToken?, _ pageSize: Int?) {
      self.service = service
      self.token = token
      self.pageSize = pageSize
    }

    /// The next page, or `nil` where there is no more for now. One that failed can be asked for again.
    ///
    /// - Throws: ``WoofError``, as with `changeTokenExpired` where a new snapshot is needed; `CancellationError` when the
    ///   task is cancelled.
    public mutating func next() async throws -> ChangePage? {
      guard !isAtEnd else { return nil }
      let page = try await service.response(to: ChangePageRequest(since: token, limit: pageSize))
      isAtEnd = !page.more || page.next == token
      token = page.next
      return page
    }
  }
}
