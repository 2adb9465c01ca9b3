// SPDX-License-Identifier: Apache-2.0

/// The part of a JPEG file's XMP that did not fit into one segment and comes in several (ISO 16684-3 §6.3).
struct ExtendedXMP {
  private var identifier: [UInt8] = []
  private var length = 0
  private var packet: [UInt8] = []

  /// The bytes before each part: the URI of the extension's namespace and a zero.
  static let mark: [UInt8] = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  private static let identifierSize = 32

  /// Takes the segment after the mark. Parts that do not come one after another, or make more than `limit` bytes, are
  /// passed over.
  mutating func take(_ segment: ArraySlice<UInt8>, limit: Int) {
    guard segment.count >= Self.identifierSize + 8 else { return }
    let numbers = segment.dropFirst(Self.identifierSize)
    let length = numbers.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let offset = numbers.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let part = numbers.dropFirst(8)
    if packet.isEmpty {
      identifier = Array(segment.prefix(Self.identifierSize))
      self.length = length
    }
    guard identifier == Array(segment.prefix(Self.identifierSize)), length == self.length, length <= limit,
      offset == packet.count, part.count <= length - offset
    else { return }
    packet += part
  }

  /// The packet, if it is whole and the one that the first packet names.
  func packet(named identifier: String) -> XMPPacket? {
    guard !packet.isEmpty, packet.count == length, self.identifier.elementsEqual(identifier.utf8) else { return nil }
    return XMPPacket(packet)
  }
}
