// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Names a browser session: a UUID of version 7 (RFC 9562 §5.7), so that ids sort by the time of the sign-in. It is no
/// secret.
package struct BrowserSessionID: Hashable, Sendable, CustomStringConvertible {
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

/// The browser session of whoever has signed in on a page.
package struct BrowserSessionGrant: Hashable, Sendable {
  /// The name of the session.
  package var id: BrowserSessionID
  /// The time from which it is no longer taken, unless it is used before.
  package var expiresAt: Timestamp

  /// Makes a grant.
  package init(id: BrowserSessionID, expiresAt: Timestamp) {
    self.id = id
    self.expiresAt = expiresAt
  }
}
