// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofModel
import WoofSystem

/// Adds a plugin's statements about a picture to the findings if they have the form that their names require.
struct AnnotationCheck: Sendable {
  let plugin: String

  /// A ThumbHash has at most 25 bytes; encoders may pad it.
  private static let placeholderLimit = 64
  private static let valueLimit = 16_384
  /// The digits of a hash of 64 bits.
  private static let hashLength = 16

  /// Adds annotations.
  ///
  /// - Throws: ``AttemptFailure`` of the kind `lied`, which names the annotation.
  func add(_ annotations: [WorkerResult.Annotation], to findings: inout PictureFindings) throws(AttemptFailure) {
    for annotation in annotations {
      guard let name = Self.name(annotation.name) else { throw lie("an annotation has no proper name") }
      guard annotation.json.count <= Self.valueLimit, let value = JSONText.value(of: annotation.json) else {
        throw lie("the annotation \(name) is not JSON, too long, or too deeply nested")
      }
      switch name {
      case "placeholder": findings.placeholder = try placeholder(value)
      case "averageColour": findings.averageColour = try colour(value)
      case "perceptualHash": findings.perceptualHash = try perceptualHash(value)
      case "partHashes": findings.partHashes = try partHashes(value)
      default: findings.annotations["\(plugin).\(name)"] = value
      }
    }
  }

  /// Returns a name of 1 to 64 letters, digits, dots, hyphens and underscores; `nil` if the bytes are not such a name.
  private static func name(_ bytes: [UInt8]) -> String? {
    guard (1...64).contains(bytes.count) else { return nil }
    let isName = bytes.allSatisfy { byte in
      let letter = byte | 0x20
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || ".-_".utf8.contains(byte)
    }
    return isName ? String(decoding: bytes, as: UTF8.self) : nil
  }

  private func placeholder(_ value: JSONValue) throws(AttemptFailure) -> [UInt8] {
    guard case .string(let text) = value, let bytes = Base64.decode(text.utf8, as: .standard),
      (1...Self.placeholderLimit).contains(bytes.count)
    else { throw lie("placeholder is not the base64 of a ThumbHash") }
    return bytes
  }

  private func colour(_ value: JSONValue) throws(AttemptFailure) -> String {
    guard case .string(let text) = value, text.utf8.count == 7, text.hasPrefix("#"),
      text.utf8.dropFirst().allSatisfy({ Hexadecimal.value(of: $0) != nil })
    else { throw lie("averageColour is not of the form #rrggbb") }
    return text.lowercased()
  }

  private func perceptualHash(_ value: JSONValue) throws(AttemptFailure) -> PerceptualHash {
    guard case .string(let text) = value, text.utf8.count == Self.hashLength else {
      throw lie("perceptualHash has not 16 digits")
    }
    guard let bits = Hexadecimal.number(of: text.utf8) else { throw lie("perceptualHash is not hexadecimal") }
    return PerceptualHash(rawValue: bits)
  }

  private func partHashes(_ value: JSONValue) throws(AttemptFailure) -> PartHashes {
    guard case .string(let text) = value, text.utf8.count == Self.hashLength * PartHashes.count else {
      throw lie("partHashes has not 16 digits for each part")
    }
    let digits = Array(text.utf8)
    let hashes = stride(from: 0, to: digits.count, by: Self.hashLength).compactMap {
      Hexadecimal.number(of: digits[$0..<$0 + Self.hashLength])
    }
    guard let parts = PartHashes(hashes) else { throw lie("partHashes is not hexadecimal") }
    return parts
  }

  private func lie(_ detail: String) -> AttemptFailure { AttemptFailure(.lied, detail) }
}
