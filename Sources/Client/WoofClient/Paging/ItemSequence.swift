// SPDX-License-Identifier: Apache-2.0

/// The albums of a list, the newest first, asked for page by page as they are read.
public typealias AlbumSequence = ItemSequence<Album>

/// The share links of an account that have not expired, the newest first, asked for page by page as they are read.
public typealias ShareLinkSequence = ItemSequence<ShareLink>
/// The likes of a share link's guests, as they are read.
public typealias LinkLikeSequence = ItemSequence<LinkLike>

/// The photos that a share link shows, in the order of the album, asked for page by page as they are read.
public typealias SharedPhotoSequence = ItemSequence<SharedPhoto>

/// The upload tickets of an account that have not expired, without their addresses, the newest first, asked for page by
/// page as they are read.
public typealias UploadTicketSequence = ItemSequence<UploadTicket>

/// The app passwords of an account, without the passwords themselves, the newest first, asked for page by page as they are
/// read.
public typealias AppPasswordSequence = ItemSequence<AppPassword>

/// The browsers in which an account has signed in, the newest sign-in first, asked for page by page as they are read.
public typealias BrowserSessionSequence = ItemSequence<BrowserSession>

/// The invitations of an account, without their addresses, the newest first, asked for page by page as they are read.
public typealias InvitationSequence = ItemSequence<Invitation>

/// The groups of the account's photos that look alike, those with the newest photo first, asked for page by page as they are
/// read.
public typealias DuplicateSequence = ItemSequence<DuplicateGroup>

/// The items of a list, asked for page by page as they are read.
///
/// Items may come and go while somebody reads. Every iterator begins anew.
public struct ItemSequence<Item: Codable & Hashable & Sendable>: AsyncSequence, Sendable {
  /// One item.
  public typealias Element = Item

  private let items: PagedItems<Item>

  init<Request: APIRequest>(_ service: any APIService, _ request: @escaping @Sendable (PageCursor?) -> Request)
  where Request.Response == ItemPage<Item> {
    items = PagedItems {
      let page = try await service.response(to: request($0))
      return (page.items, page.next)
    }
  }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator { Iterator(items: items) }

  /// Reads items.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var items: PagedItems<Item>

    /// The next item, or `nil` at the end.
    ///
    /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> Item? { try await items.next() }
  }
}
