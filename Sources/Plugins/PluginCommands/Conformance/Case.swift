// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofModel

/// A file that a plugin is given, and the picture that it is presented as.
struct Case {
  let name: String
  let picture: DrawnPicture
  let bytes: [UInt8]

  init(_ name: String, _ picture: DrawnPicture, _ bytes: [UInt8]) {
    self.name = name
    self.picture = picture
    self.bytes = bytes
  }
}

extension Conformance {
  static func cut(_ picture: DrawnPicture) -> [Case] {
    (1..<10).map { tenth in
      Case(
        "\(picture.name), cut at \(tenth) tenths", picture,
        Array(picture.bytes.prefix(picture.bytes.count * tenth / 10)))
    }
  }

  /// Returns the picture with some bytes changed, the same in every run.
  static func changed(_ picture: DrawnPicture) -> [Case] {
    (1...20).map { number in
      var bytes = picture.bytes
      var position = number * 7_919
      for _ in 0..<number {
        position = (position * 31 + 17) % bytes.count
        bytes[position] ^= UInt8(truncatingIfNeeded: number * 37 | 1)
      }
      return Case("\(picture.name), changed \(number) times", picture, bytes)
    }
  }

  /// Returns the picture with a header that claims 16,000 × 16,000 pixels, which the service is not told.
  static func boasting(_ picture: DrawnPicture) -> [Case] {
    let place: [(offset: Int, isBigEndian: Bool)] =
      switch picture.type {
      case .png: [(18, true), (22, true)]
      case .gif: [(6, false), (8, false)]
      // Behind the quantisation table: height and width of the frame.
      case .jpeg: [(76, true), (78, true)]
      default: []
      }
    guard !place.isEmpty else { return [] }
    var bytes = picture.bytes
    for (offset, isBigEndian) in place where offset + 1 < bytes.count {
      bytes[offset] = isBigEndian ? 0x3E : 0x80
      bytes[offset + 1] = isBigEndian ? 0x80 : 0x3E
    }
    return [Case("\(picture.name) that claims 16,000 × 16,000 pixels", picture, bytes)]
  }

  /// Returns files of at most 12 bytes, which are less than a picture.
  static func scraps(like picture: DrawnPicture) -> [Case] {
    [[], [0], [0xFF], Array(picture.bytes.prefix(2)), Array(picture.bytes.prefix(12))].map { bytes in
      Case("\(bytes.count) bytes", picture, bytes)
    }
  }

  static let huge = Case(DrawnPicture.huge.name, .huge, DrawnPicture.huge.bytes)
}

/// The parts of a plugin's reply, to be compared with those of another.
struct ComparableReply: Equatable {
  private let parts: [String: [UInt8]]

  init(_ outcome: PictureOutcome) {
    switch outcome {
    case .refused(let rejection): parts = ["refused": Array(rejection.reason.utf8)]
    case .failed(let failure): parts = ["failed": Array("\(failure.reason)".utf8)]
    case .accepted(let findings):
      var parts = findings.variants.mapValues(\.bytes)
      let said = (findings.placeholder, findings.averageColour, findings.perceptualHash?.rawValue, findings.partHashes)
      parts["looks"] = Array("\(said)".utf8)
      for (name, value) in findings.annotations {
        var writer = JSONWriter()
        writer.value(value)
        parts[name] = writer.bytes
      }
      self.parts = parts
    }
  }
}
