// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

extension SharingChange {
  /// The kind of change that readers are told of.
  var kind: String {
    switch self {
    case .album: "album"
    case .link: "link"
    case .withdrawal(let withdrawal): withdrawal.subject == .albums ? "album-withdrawn" : "link-withdrawn"
    }
  }

  /// Writes the JSON object of the change as one reader sees it: an event's line, the data of a server-sent event, and an
  /// element of a page of changes.
  func writeJSON(token: ChangeToken, for reader: ChangeReader, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("change")
    writer.value(token.rawValue)
    writer.name("kind")
    writer.value(kind)
    switch self {
    case .album(let album):
      // Administrators see albums as their owners do.
      AlbumJSON.writeMembers(of: album, for: reader == .administrator ? album.ownerID : reader.account, to: &writer)
    case .link(let link): ShareLinkJSON.writeMembers(of: link, to: &writer)
    case .withdrawal(let withdrawal): write(withdrawal, to: &writer)
    }
    writer.endObject()
  }

  private func write(_ withdrawal: SharingWithdrawal, to writer: inout JSONWriter) {
    PhotoJSON.write(withdrawal.reason, to: &writer)
    writer.name("id")
    switch withdrawal.thing {
    case .album(let id, let version):
      writer.value(id.description)
      writer.name("version")
      writer.value(version)
    case .link(let id): writer.value(id.description)
    }
  }
}
