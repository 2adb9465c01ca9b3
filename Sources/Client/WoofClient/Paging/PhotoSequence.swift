// SPDX-License-Identifier: Apache-2.0

/// The photos of a list, asked for page by page as they are read.
///
/// Photos may come in and go while somebody reads. Every iterator begins anew.
public struct PhotoSequence: AsyncSequence, Sendable {
  /// One photo.
  public typealias Element = PhotoMetadata

  /// The same photos, a page at a time.
  public let pages: PhotoPageSequence

  init<Request: APIRequest>(_ service: any APIService, _ request: @escaping @Sendable (PageCursor?) -> Request)
  where Request.Response == PhotoPage {
    pages = PhotoPageSequence { try await service.response(to: request($0)) }
  }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator { Iterator(pages: pages.makeAsyncIterator()) }

  /// Reads photos.
  public struct Iterator: AsyncIteratorProtocol {
    private var pages: PhotoPageSequence.Iterator
    private var page: [PhotoMetadata] = []
    private var position = 0

    init(pages: PhotoPageSequence.Iterator) { self.pages = pages }

    /// The next photo, or `nil` at the end.
    ///
    /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> PhotoMetadata? {
      while position == page.count {
        guard let next = try await pages.next() else { return nil }
        (page, position) = (next.items, 0)
      }
      defer { position += 1 }
      return page[position]
    }
  }
}

/// The pages of a list of photos, asked for as they are read.
public struct PhotoPageSequence: AsyncSequence, Sendable {
  /// One page.
  public typealias Element = PhotoPage

  private let load: @Sendable (PageCursor?) async throws -> PhotoPage

  init(_ load: @escaping @Sendable (PageCursor?) async throws -> PhotoPage) { self.load = load }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator { Iterator(load) }

  /// Reads pages.
  public struct Iterator: AsyncIteratorProtocol {
    private let load: @Sendable (PageCursor?) async throws -> PhotoPage
    private var cursor: PageCursor?
    private var isAtEnd = false

    init(_ load: @escaping @Sendable (PageCursor?) async throws -> PhotoPage) { self.load = load }

    /// The next page, or `nil` at the end. One that failed can be asked for again.
    ///
    /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> PhotoPage? {
      guard !isAtEnd else { return nil }
      let page = try await load(cursor)
      // A service that sends its readers round in circles does not get them to go round.
      isAtEnd = page.next == nil || page.next == cursor
      cursor = page.next
      return page
    }
  }
}
