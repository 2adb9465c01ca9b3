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

  /// The live photos that the reader sees, by id, after an id.
  package func snapshot(after id: PhotoID?, limit: Int, reader: ChangeReader) async throws -> [PhotoRecord] {
    try await readers.read(cost: .page(limit)) { snapshot in
      try snapshot.livePhotos(after: id, limit: limit, reader: reader)
    }
  }

  /// Tells `observer` of every change from now on, for as long as the store is open.
  package func addObserver(_ observer: any ChangeObserver) { writer.port.add(observer) }
}
