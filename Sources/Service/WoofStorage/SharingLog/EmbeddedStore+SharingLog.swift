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
}
