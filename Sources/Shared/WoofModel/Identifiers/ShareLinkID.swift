// SPDX-License-Identifier: Apache-2.0

/// The name of a share link: a UUID of version 7 (RFC 9562 §5.7), so that ids sort by the time they were made. It is no
/// secret, and opens nothing.
///
/// Its text form is the canonical one in lower case, the only one that ``init(_:)`` takes.
public struct ShareLinkID: Hashable, Comparable, Sendable {
  /// The UUID, in the form that the ids of photos have.
  package let uuid: PhotoID

  /// Makes the id of a UUID.
  package init(uuid: PhotoID) { self.uuid = uuid }

  /// Orders ids as their text orders, which is by the time they were made.
  public static func < (left: ShareLinkID, right: ShareLinkID) -> Bool { left.uuid < right.uuid }
}

extension ShareLinkID: LosslessStringConvertible {
  /// Reads the canonical lower-case text of a UUID; `nil` for anything else.
  public init?(_ text: String) {
    guard let uuid = PhotoID(text) else { return nil }
    self.uuid = uuid
  }

  /// Reads the canonical lower-case text of a UUID from its bytes; `nil` for anything else.
  package init?(utf8 bytes: some Collection<UInt8>) {
    guard let uuid = PhotoID(utf8: bytes) else { return nil }
    self.uuid = uuid
  }

  /// The canonical text in lower case, 36 characters long.
  public var description: String { uuid.description }
}

extension ShareLinkID: Codable {
  /// Reads the id from its text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` where the text is no lower-case UUID.
  public init(from decoder: any Decoder) throws { uuid = try PhotoID(from: decoder) }

  /// Writes the id as its text.
  public func encode(to encoder: any Encoder) throws { try uuid.encode(to: encoder) }
}
