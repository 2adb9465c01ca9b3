// SPDX-License-Identifier: Apache-2.0

package import WoofAdministration
package import WoofModel

/// Knows what was set aside: blobs that were found to be damaged, and pictures that made a transformer fail.
///
/// Calls block, and belong on threads of their own. All may throw ``WoofModel/WoofError`` with the code `internal`.
package protocol QuarantineStore: Sendable {
  /// All of it, what was set aside last first.
  func quarantined() throws -> [AdminQuarantined]

  /// Returns the number of blobs and pictures that are set aside.
  func quarantinedCount() throws -> Int

  /// Opens the bytes that were set aside under a digest; `nil` where there are none.
  func openQuarantined(_ digest: Digest) throws -> (any BlobFile)?

  /// Throws away what was set aside under a digest.
  ///
  /// - Returns: `true` if there was anything.
  func removeQuarantined(_ digest: Digest) throws -> Bool
}
