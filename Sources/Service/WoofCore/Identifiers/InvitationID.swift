// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Names an invitation: a UUID of version 7 (RFC 9562 §5.7), so that ids sort by the time they were made. It is no secret,
/// and lets nobody in.
package struct InvitationID: Hashable, Sendable, CustomStringConvertible {
  /// The UUID, in the form that the ids of photos have.
  package let uuid: PhotoID

  /// Makes the id of a UUID.
  package init(uuid: PhotoID) { self.uuid = uuid }

  /// Reads the canonical lower-case text of a UUID from its bytes; `nil` for anything else.
  package init?(utf8 bytes: some Collection<UInt8>) {
    guard let uuid = PhotoID(utf8: bytes) else { return nil }
    self.uuid = uuid
  }

  /// The canonical text of the UUID, in lower case.
  package var description: String { uuid.description }
}
