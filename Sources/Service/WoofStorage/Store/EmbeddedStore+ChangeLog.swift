// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel

extension EmbeddedStore: ChangeLog {
  /// The number of the newest durable change; 0 in an empty log.
  package var latestSequence: Int64 { writer.port.state.sequence }

  /// Always 0: the log keeps the newest change of each photo for ever, deleted ones included.
  package var horizon: Int64 { 0 }

  /// The photos that changed after a position and that the reader may have to hear of, each once.
  ///
  /// Photos stand where ``WoofCore/PhotoRecord/sequence(inLogOf:)`` says for the reader. A page may hold fewer than
  /// `limit` photos, or none, and still not be the last.
  package func changes(after sequence: Int64, limit: Int, reader: ChangeReader) async throws -> ChangeLogPage {
    try await readers.read(cost: .page(limit)) { snapshot in
      try snapshot.changes(after: sequence, limit: limit, reader: reader)
    }
  }

  /// The number of attempts to read what belongs to one moment while others write.
  private static let attemptCount = 8

  /// The photos that changed after a position, with the account's favourites among them, and at the end of the log with what
  /// the account sees.
  ///
  /// Where something is committed during the read, it is read again. Whatever that comes to, the page is one; at worst it
  /// has no view.
  package func changes(after sequence: Int64, limit: Int, account: AccountID) async throws -> AccountChangeLogPage {
    var attempt = 0
    while true {
      let page = try await readers.read(cost: .page(limit), freezing: attempt > 0) { [views] snapshot in
        try snapshot.changes(after: sequence, limit: limit, account: account, views)
      }
      attempt += 1
      if page.page.hasMore || page.view != nil || attempt == Self.attemptCount { return page }
    }
  }

  /// The view of an account as of all changes that are durable now.
  package func view(of account: AccountID) async throws -> StoredView {
    for attempt in 0..<Self.attemptCount {
      let view = try await readers.read(cost: .page(100), freezing: attempt > 0) { [views] snapshot in
        try snapshot.view(of: account, views)
      }
      if let view { return view }
    }
    throw WoofError(.unavailable, "Too much is changing for a view of one moment; try again.", retryAfter: 1)
  }

  /// The live photos that the reader sees, by id, after an id.
  package func snapshot(after id: PhotoID?, limit: Int, reader: ChangeReader) async throws -> [PhotoRecord] {
    try await readers.read(cost: .page(limit)) { snapshot in
      try snapshot.livePhotos(after: id, limit: limit, reader: reader)
    }
  }

  /// Tells `observer` of every change from now on, for as long as the store is open.
  package func addObserver(_ observer: any ChangeObserver) { writer.port.add(observer) }
}
