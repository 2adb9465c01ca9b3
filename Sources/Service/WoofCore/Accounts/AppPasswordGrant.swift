// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Names an app password: a UUID of version 7 (RFC 9562 §5.7), so that ids sort by the time they were made. It is no
/// secret.
package struct AppPasswordID: Hashable, Sendable, CustomStringConvertible {
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

/// The app password that somebody signed in with.
package struct AppPasswordGrant: Hashable, Sendable {
  /// The name of the app password.
  package var id: AppPasswordID
  /// The scopes, outside of which it is refused.
  package var scopes: AppPasswordScopes
  /// The time from which it is no longer taken; `nil` if it ends by being revoked alone.
  package var expiresAt: Timestamp?

  /// Makes a grant.
  package init(id: AppPasswordID, scopes: AppPasswordScopes, expiresAt: Timestamp?) {
    self.id = id
    self.scopes = scopes
    self.expiresAt = expiresAt
  }

  /// `true` if the app password is no longer taken at a time.
  package func hasExpired(at time: Timestamp) -> Bool { expiresAt.map { $0 <= time } ?? false }
}
