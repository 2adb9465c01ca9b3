// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP

/// A way to mark the end of a body.
enum BodyLength: Hashable, Sendable {
  case none
  case length(Int64)
  case chunked
  case untilClose
}

/// Takes the framing off one body, piece by piece.
struct BodyFrames: Sendable {
  private var left: Int64
  private var decoder: HTTPChunkedDecoder?
  private(set) var isOver: Bool
  /// `true` once the framing breaks the rules, and nothing more is to be had.
  private(set) var isBroken = false

  init(_ length: BodyLength) {
    left = 0
    isOver = false
    switch length {
    case .none: isOver = true
    case .length(let count):
      left = count
      isOver = count == 0
    case .untilClose: left = .max
    case .chunked: decoder = HTTPChunkedDecoder()
    }
  }

  /// The bytes of the body in what has come, and how many bytes of that are done with; what is left belongs to the next
  /// message.
  mutating func take(_ bytes: [UInt8]) -> (data: [UInt8], consumed: Int) {
    guard decoder == nil else { return decode(bytes) }
    let count = Int(min(Int64(bytes.count), left))
    if left != .max { left -= Int64(count) }
    isOver = left == 0
    return (count == bytes.count ? bytes : Array(bytes.prefix(count)), count)
  }

  private mutating func decode(_ bytes: [UInt8]) -> (data: [UInt8], consumed: Int) {
    var data: [UInt8] = []
    var offset = 0
    bytes.withUnsafeBytes { room in
      while !isOver, !isBroken, offset < room.count {
        let rest = UnsafeRawBufferPointer(rebasing: room[offset...])
        guard let result = decoder?.decode(rest) else { return }
        switch result {
        case .needsMore(let consumed):
          offset += consumed
          return
        case .data(let range, let consumed):
          data.append(contentsOf: rest[range])
          offset += consumed
        case .end(let consumed):
          offset += consumed
          isOver = true
        case .violation: isBroken = true
        }
      }
      finishDecoding()
    }
    return (data, offset)
  }

  /// Hears of the end when the last byte has been looked at already.
  private mutating func finishDecoding() {
    guard !isOver, !isBroken, case .end? = decoder?.decode(UnsafeRawBufferPointer(start: nil, count: 0)) else { return }
    isOver = true
  }

  /// Puts bytes into the framing of a body again.
  static func frame(_ data: [UInt8], as length: BodyLength) -> [UInt8] {
    guard case .chunked = length else { return data }
    return data.isEmpty ? [] : Array("\(String(data.count, radix: 16))\r\n".utf8) + data + [13, 10]
  }

  /// The bytes that end the framing of a body.
  static func end(of length: BodyLength) -> [UInt8] { length == .chunked ? Array("0\r\n\r\n".utf8) : [] }
}
