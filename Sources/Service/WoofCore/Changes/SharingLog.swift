// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The part of the change log that tells of albums and share links. Its numbers are those of ``ChangeLog``: every number
/// belongs to a photo, an album, a link or a withdrawal of one of these, and what is told to a reader has its own.
///
/// It keeps the newest change of each album and link, and of those that somebody sees no longer where that was.
///
/// All calls may throw ``WoofModel/WoofError`` with the codes `internal` and `unavailable`.
package protocol SharingLog: Sendable {
  /// The albums and links that changed after a position, as the reader sees them, and those taken out of its sight after that
  /// position; each once, by its newest change. Links are told to the account that has them, and to nobody else.
  func sharingChanges(
    after sequence: Int64, limit: Int, reader: ChangeReader, of subjects: ChangeSubjects
  ) async throws -> SharingLogPage

  /// The albums that the reader finds, the newest first, after one of them.
  func albumSnapshot(after id: AlbumID?, limit: Int, reader: ChangeReader) async throws -> [AlbumRecord]

  /// The links of the reader that have not expired, the newest first, after one of them.
  func linkSnapshot(
    after id: ShareLinkID?, limit: Int, reader: ChangeReader, at time: Timestamp
  ) async throws -> [ShareLink]
}

extension SharingLog where Self: AlbumStore & ShareLinkStore {
  /// The albums that the reader finds, the newest first, after one of them.
  package func albumSnapshot(after id: AlbumID?, limit: Int, reader: ChangeReader) async throws -> [AlbumRecord] {
    let scope: AlbumQuery.Scope = reader == .administrator ? .all(of: nil) : .found(by: reader.account)
    return try await albums(AlbumQuery(scope: scope, after: id, limit: limit))
  }

  /// The links of the reader that have not expired, the newest first, after one of them.
  package func linkSnapshot(
    after id: ShareLinkID?, limit: Int, reader: ChangeReader, at time: Timestamp
  ) async throws -> [ShareLink] {
    guard let account = reader.account else { return [] }
    return try await links(ShareLinkQuery(account: account, after: id, limit: limit, at: time))
  }
}

/// The newest change of an album or a link, as one reader is told of it.
package enum SharingChange: Hashable, Sendable {
  /// An album that the reader finds, as the reader sees it.
  case album(AlbumRecord)
  /// A link of the reader.
  case link(ShareLink)
  /// An album or a link that the reader had and sees no longer.
  case withdrawal(SharingWithdrawal)

  /// The sort of thing that the change is about.
  package var subject: ChangeSubjects {
    switch self {
    case .album: .albums
    case .link: .links
    case .withdrawal(let withdrawal): withdrawal.subject
    }
  }
}

/// The loss of an album or a link: nothing but what names it.
package struct SharingWithdrawal: Hashable, Sendable {
  /// The thing that is lost.
  package enum Thing: Hashable, Sendable {
    /// An album, and the version that it had then.
    case album(AlbumID, version: Int64)
    /// A link.
    case link(ShareLinkID)
  }

  /// The thing that is lost.
  package var thing: Thing
  /// The reason why it is.
  package var reason: RemovalReason

  /// Describes a loss.
  package init(_ thing: Thing, reason: RemovalReason) {
    self.thing = thing
    self.reason = reason
  }

  /// The sort of thing that is lost.
  package var subject: ChangeSubjects {
    switch thing {
    case .album: .albums
    case .link: .links
    }
  }
}

/// A change of an album or a link at its position in the log.
package struct SharingLogEntry: Hashable, Sendable {
  /// The change.
  package var change: SharingChange
  /// The position that it has for the reader.
  package var sequence: Int64

  /// Puts a change at a position.
  package init(_ change: SharingChange, at sequence: Int64) {
    self.change = change
    self.sequence = sequence
  }
}

/// A part of the log of albums and links.
package struct SharingLogPage: Hashable, Sendable {
  /// The changes, in the order of the log.
  package var entries: [SharingLogEntry]
  /// The number up to which the log has been read; reading goes on from here.
  package var through: Int64
  /// `true` if the log may hold further changes after ``through``.
  package var hasMore: Bool

  /// Makes a page.
  package init(entries: [SharingLogEntry], through: Int64, hasMore: Bool) {
    self.entries = entries
    self.through = through
    self.hasMore = hasMore
  }
}
