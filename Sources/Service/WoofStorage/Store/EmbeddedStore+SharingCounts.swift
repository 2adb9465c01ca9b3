// SPDX-License-Identifier: Apache-2.0

package import WoofModel

extension EmbeddedStore {
  /// Returns the numbers of albums, share links and app passwords, as they are kept; only what has expired and is still
  /// there is counted.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  package func sharingCounts(at time: Timestamp) async throws -> SharingCounts {
    try await readers.read { snapshot in try snapshot.sharingCounts(at: time) }
  }
}
