// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Reads and writes invitations as the wire contract has them.
enum InvitationJSON {
  /// The members of an invitation that a request wants to be made.
  static let termNames = ["note", "useLimit", "expiresAt"]

  /// The terms of an invitation that a request wants to be made.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  static func terms(of members: [String: JSONValue]) throws(WoofError) -> InvitationTerms {
    try InvitationTerms(
      note: try note(members["note"]), useLimit: try useLimit(members["useLimit"]),
      expiresAt: try JSONBody.time("expiresAt", of: members))
  }

  private static func note(_ value: JSONValue?) throws(WoofError) -> String {
    guard let value, value != .null else { return "" }
    guard case .string(let text) = value else {
      throw RouteQuery.invalid("note", "The member must be a text, as for whom the invitation is.")
    }
    return text
  }

  private static func useLimit(_ value: JSONValue?) throws(WoofError) -> Int {
    guard let value, value != .null else { return 1 }
    guard case .integer(let count) = value else {
      throw RouteQuery.invalid("useLimit", "The member must be the number of accounts that may be added.")
    }
    return Int(clamping: count)
  }

  /// A new invitation, with the address that is told this once.
  static func bytes(of invitation: Invitation, at url: String, token: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("url")
    writer.value(url)
    writer.name("token")
    writer.value(token)
    writeMembers(of: invitation, to: &writer)
    writer.endObject()
    return writer.bytes
  }

  /// Writes an invitation as a value, as its inviter sees it.
  static func write(_ invitation: Invitation, to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(of: invitation, to: &writer)
    writer.endObject()
  }

  private static func writeMembers(of invitation: Invitation, to writer: inout JSONWriter) {
    writer.name("id")
    writer.value(invitation.id.description)
    if !invitation.note.isEmpty {
      writer.name("note")
      writer.value(invitation.note)
    }
    writer.name("createdAt")
    writer.value(invitation.createdAt)
    writer.name("expiresAt")
    writer.value(invitation.expiresAt)
    writer.name("useLimit")
    writer.value(invitation.useLimit)
    writer.name("useCount")
    writer.value(invitation.useCount)
    writer.name("accounts")
    writer.beginArray()
    for name in invitation.newcomers { writer.value(name.text) }
    writer.endArray()
  }
}
