// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSystem

/// The text of cursors: opaque to clients, and refused where it does not belong to the list.
enum PageCursor {
  /// The text of a place in a list of photos.
  static func text(of cursor: PhotoQuery.Cursor, order: PhotoQuery.Order) -> String {
    text(kind: kind(of: order), number: cursor.rank, id: cursor.id)
  }

  /// The text of a place in what a search by words finds.
  static func text(of cursor: PhotoTextQuery.Cursor) -> String {
    let ids = [cursor.id, cursor.oldest ?? none, cursor.newest ?? none]
    return text(kind: 20, [UInt64(clamping: cursor.rank)] + ids.flatMap { [$0.high, $0.low] })
  }

  /// The place in what a search by words finds that `after` names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the text is no cursor of that list.
  static func found(after text: String?) throws(WoofError) -> PhotoTextQuery.Cursor? {
    guard let text else { return nil }
    let words = try read(text, kind: 20, wordCount: 7)
    let (oldest, newest) = (PhotoID(high: words[3], low: words[4]), PhotoID(high: words[5], low: words[6]))
    return PhotoTextQuery.Cursor(
      rank: Int(clamping: words[0]), id: PhotoID(high: words[1], low: words[2]), oldest: oldest == none ? nil : oldest,
      newest: newest == none ? nil : newest)
  }

  private static let none = PhotoID(high: 0, low: 0)

  /// The text of a place in a list of favourites.
  static func text(of cursor: FavouriteCursor) -> String {
    text(kind: 3, number: cursor.setAt.milliseconds, id: cursor.id)
  }

  /// The place in a list of photos that `after` names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the text is no cursor of that list.
  static func photos(after text: String?, order: PhotoQuery.Order) throws(WoofError) -> PhotoQuery.Cursor? {
    guard let text else { return nil }
    let (number, id) = try read(text, kind: kind(of: order))
    return PhotoQuery.Cursor(rank: number, id: id)
  }

  private static func kind(of order: PhotoQuery.Order) -> UInt8 {
    switch order {
    case .newest: 1
    case .popular: 2
    case .taken: 15
    }
  }

  /// The place in a list of favourites that `after` names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the text is no cursor of that list.
  static func favourites(after text: String?) throws(WoofError) -> FavouriteCursor? {
    guard let text else { return nil }
    let (number, id) = try read(text, kind: 3)
    return FavouriteCursor(setAt: Timestamp(milliseconds: number), id: id)
  }

  /// The text of a place in an account's trash.
  static func text(of cursor: TrashQuery.Cursor) -> String {
    text(kind: 8, number: cursor.deletedAt.milliseconds, id: cursor.id)
  }

  /// The place in an account's trash that `after` names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the text is no cursor of that list.
  static func trash(after text: String?) throws(WoofError) -> TrashQuery.Cursor? {
    guard let text else { return nil }
    let (number, id) = try read(text, kind: 8)
    return TrashQuery.Cursor(deletedAt: Timestamp(milliseconds: number), id: id)
  }

  /// The text of a place in an account's groups of photos that look alike.
  ///
  /// - Parameter newest: The newest photo of the last group before the place.
  static func text(ofDuplicates newest: PhotoID) -> String { text(kind: 14, number: 0, id: newest) }

  /// The place in an account's groups of photos that look alike that `after` names: the newest photo of the group before.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the text is no cursor of that list.
  static func duplicates(after text: String?) throws(WoofError) -> PhotoID? {
    guard let text else { return nil }
    return try read(text, kind: 14).id
  }

  /// The text of a place in an account's list of upload tickets.
  static func text(of ticket: UploadTicketID) -> String { text(kind: 9, number: 0, id: ticket.uuid) }

  /// The place in an account's list of upload tickets that `after` names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the text is no cursor of that list.
  static func tickets(after text: String?) throws(WoofError) -> UploadTicketID? {
    guard let text else { return nil }
    return UploadTicketID(uuid: try read(text, kind: 9).id)
  }

  /// The text of a place in a list of albums.
  static func text(of album: AlbumID) -> String { text(kind: 10, number: 0, id: album.uuid) }

  /// The place in a list of albums that `after` names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the text is no cursor of that list.
  static func albums(after text: String?) throws(WoofError) -> AlbumID? {
    guard let text else { return nil }
    return AlbumID(uuid: try read(text, kind: 10).id)
  }

  /// The text of a place in an album.
  static func text(of cursor: AlbumCursor) -> String { text(kind: 11, number: cursor.place, id: cursor.photo) }

  /// The place in an album that `after` names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the text is no cursor of that list.
  static func albumPhotos(after text: String?) throws(WoofError) -> AlbumCursor? {
    guard let text else { return nil }
    let (number, id) = try read(text, kind: 11)
    return AlbumCursor(photo: id, place: number)
  }

  /// The text of a place in an account's list of share links.
  static func text(of link: ShareLinkID) -> String { text(kind: 12, number: 0, id: link.uuid) }

  /// The place in an account's list of share links that `after` names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the text is no cursor of that list.
  static func links(after text: String?) throws(WoofError) -> ShareLinkID? {
    guard let text else { return nil }
    return ShareLinkID(uuid: try read(text, kind: 12).id)
  }

  /// The text of a place in an account's list of app passwords.
  static func text(of password: AppPasswordID) -> String { text(kind: 16, number: 0, id: password.uuid) }

  /// The place in an account's list of app passwords that `after` names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the text is no cursor of that list.
  static func appPasswords(after text: String?) throws(WoofError) -> AppPasswordID? {
    guard let text else { return nil }
    return AppPasswordID(uuid: try read(text, kind: 16).id)
  }

  /// The text of a place in an account's list of browser sessions.
  static func text(of session: BrowserSessionID) -> String { text(kind: 18, number: 0, id: session.uuid) }

  /// The place in an account's list of browser sessions that `after` names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the text is no cursor of that list.
  static func browserSessions(after text: String?) throws(WoofError) -> BrowserSessionID? {
    guard let text else { return nil }
    return BrowserSessionID(uuid: try read(text, kind: 18).id)
  }

  /// The text of a place in an account's list of invitations.
  static func text(of invitation: InvitationID) -> String { text(kind: 19, number: 0, id: invitation.uuid) }

  /// The place in an account's list of invitations that `after` names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the text is no cursor of that list.
  static func invitations(after text: String?) throws(WoofError) -> InvitationID? {
    guard let text else { return nil }
    return InvitationID(uuid: try read(text, kind: 19).id)
  }

  /// The text of a place in the likes of a share link.
  static func text(ofLike number: Int64) -> String { text(kind: 17, number: number, id: none) }

  /// The place in the likes of a share link that `after` names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the text is no cursor of that list.
  static func likes(after text: String?) throws(WoofError) -> Int64? {
    guard let text else { return nil }
    return try read(text, kind: 17).number
  }

  /// The text of a place in what an administrator's search finds.
  static func text(of cursor: PhotoSearch.Cursor, order: PhotoSearch.Order) -> String {
    text(kind: kind(of: order), number: cursor.rank, id: cursor.id)
  }

  /// The place in what a search finds that `after` names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the text is no cursor of that list.
  static func search(after text: String?, order: PhotoSearch.Order) throws(WoofError) -> PhotoSearch.Cursor? {
    guard let text else { return nil }
    let (number, id) = try read(text, kind: kind(of: order))
    return PhotoSearch.Cursor(rank: number, id: id)
  }

  private static func kind(of order: PhotoSearch.Order) -> UInt8 {
    switch order {
    case .newest: 5
    case .popular: 6
    case .largest: 7
    }
  }

  /// The place in a list of accounts that `after` names: the account it follows.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the text is no name of an account.
  static func accounts(after text: String?) throws(WoofError) -> AccountName? {
    guard let text else { return nil }
    guard let name = AccountName(text) else { throw foreign }
    return name
  }

  /// The text of a place in the audit log: where the next page ends.
  static func text(ofAuditOffset offset: Int64) -> String {
    text(kind: 4, number: offset, id: PhotoID(high: 0, low: 0))
  }

  /// The place in the audit log that `after` names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the text is no cursor of that list.
  static func audit(after text: String?) throws(WoofError) -> Int64? {
    guard let text else { return nil }
    return try read(text, kind: 4).number
  }

  private static func text(kind: UInt8, number: Int64, id: PhotoID) -> String {
    text(kind: kind, [UInt64(bitPattern: number), id.high, id.low])
  }

  private static func text(kind: UInt8, _ words: [UInt64]) -> String {
    var bytes = [kind]
    for word in words {
      for shift in stride(from: UInt64(56), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return Base64.encode(bytes, as: .url)
  }

  private static func read(_ text: String, kind: UInt8) throws(WoofError) -> (number: Int64, id: PhotoID) {
    let words = try read(text, kind: kind, wordCount: 3)
    return (Int64(bitPattern: words[0]), PhotoID(high: words[1], low: words[2]))
  }

  private static func read(_ text: String, kind: UInt8, wordCount: Int) throws(WoofError) -> [UInt64] {
    let byteCount = 1 + 8 * wordCount
    guard let bytes = Base64.decode(text.utf8, as: .url), bytes.count == byteCount, bytes[0] == kind else {
      throw foreign
    }
    return stride(from: 1, to: byteCount, by: 8).map { start in
      bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
  }

  private static var foreign: WoofError {
    RouteQuery.invalid("after", "This is no cursor of this list; start again without it.")
  }
}

/// The rendering of pages: short ones on the loop, where it takes no time, and long ones on the workers.
///
/// Clients take turns on the workers. A loop that renders hundreds of photos for one client keeps all others on it
/// waiting.
enum PageRendering {
  /// So many items are rendered on the loop.
  private static let itemLimit = 64
  /// So many items take as long to render as a look-up takes.
  private static let itemsPerLookUp = 32

  /// The JSON of a page.
  ///
  /// - Parameters:
  ///   - next: The cursor of the next page; `nil`, the default, on the last one, and of lists that have one page only.
  ///   - itemByteCount: The room that an item takes, as far as it is known.
  ///   - write: Writes an item as a value.
  static func bytes<Item>(
    of items: [Item], next: String? = nil, itemByteCount: Int = 0, _ write: (Item, inout JSONWriter) -> Void
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(64 + items.count * itemByteCount)
    var writer = JSONWriter(appendingTo: bytes)
    writer.beginObject()
    writer.name("items")
    writer.beginArray()
    for item in items { write(item, &writer) }
    writer.endArray()
    if let next {
      writer.name("next")
      writer.value(next)
    }
    writer.endObject()
    return writer.bytes
  }

  /// The result of rendering so many items.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` where too much waits for the workers.
  static func run<Result: Sendable>(
    of itemCount: Int, on workers: WorkerPool, _ render: @escaping @Sendable () -> Result
  ) async throws -> Result {
    guard itemCount > itemLimit else { return render() }
    return try await workers.run(cost: 1 + itemCount / itemsPerLookUp, render)
  }
}
