// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// Writes browser sessions as the wire contract has them.
enum BrowserSessionJSON {
  /// A new session, with the token that its pages send.
  static func bytes(of session: BrowserSession, token: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("token")
    writer.value(token)
    writeMembers(of: session, isCurrent: true, to: &writer)
    writer.endObject()
    return writer.bytes
  }

  /// Writes a session as a value, as its account sees it.
  static func write(_ session: BrowserSession, isCurrent: Bool, to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(of: session, isCurrent: isCurrent, to: &writer)
    writer.endObject()
  }

  private static func writeMembers(of session: BrowserSession, isCurrent: Bool, to writer: inout JSONWriter) {
    writer.name("id")
    writer.value(session.id.description)
    for (name, value) in [("browser", session.device.browser), ("system", session.device.system)] {
      guard let value else { continue }
      writer.name(name)
      writer.value(value)
    }
    for (name, time) in [
      ("createdAt", session.createdAt), ("usedAt", session.usedAt), ("expiresAt", session.expiresAt),
    ] {
      writer.name(name)
      writer.value(time)
    }
    writer.name("isCurrent")
    writer.value(isCurrent)
  }
}
