// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Names a record of a kind: a UUID of version 7 (RFC 9562 §5.7), so that ids sort by the time the records were made. It is no
/// secret, and gives nobody what the record does.
package struct RecordID<Kind>: Hashable, Sendable, CustomStringConvertible {
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

/// The kinds of records whose ids the service alone makes.
package enum RecordKind {
  /// The kind of app passwords.
  package enum AppPassword {}
  /// The kind of browser sessions.
  package enum BrowserSession {}
  /// The kind of invitations to sign up.
  package enum Invitation {}
  /// The kind of guests of share links.
  package enum LinkGuest {}
  /// The kind of upload tickets.
  package enum UploadTicket {}
}

/// Names an app password.
package typealias AppPasswordID = RecordID<RecordKind.AppPassword>
/// Names a browser session.
package typealias BrowserSessionID = RecordID<RecordKind.BrowserSession>
/// Names an invitation to sign up.
package typealias InvitationID = RecordID<RecordKind.Invitation>
/// Names a guest of a share link.
package typealias LinkGuestID = RecordID<RecordKind.LinkGuest>
/// Names an upload ticket.
package typealias UploadTicketID = RecordID<RecordKind.UploadTicket>
