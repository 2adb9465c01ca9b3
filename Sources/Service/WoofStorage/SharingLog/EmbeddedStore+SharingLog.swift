// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel

extension EmbeddedStore: SharingLog {
  /// The albums and links that changed after a position, as the reader sees them, and those that it has lost, each once.
  ///
  /// A page may hold fewer than `limit` changes, or none, and still not be the last.
  package func sharingChanges(
    after sequence: Int64, limit: Int, reader: ChangeReader, of subjects: ChangeSubjects
  ) async throws -> SharingLogPage {
    try await readers.read(cost: .page(limit)) { snapshot in
      try snapshot.sharingChanges(after: sequence, limit: limit, reader: reader, of: subjects)
    }
  }

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
