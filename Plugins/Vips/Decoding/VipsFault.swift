// SPDX-License-Identifier: Apache-2.0

import CVips
import WoofPluginKit

/// The messages of libvips about the calls that failed last.
struct VipsFault: Error, Hashable {
  /// The lines of the messages, joined and cut to 400 characters of ASCII, fit for a log.
  let text: String

  /// Takes the messages from libvips, which forgets them.
  init() {
    var buffer = [CChar](repeating: 0, count: 512)
    woof_vips_take_error(&buffer, buffer.count)
    let lines = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)).split(separator: 10).map { line in
      String(decoding: line.filter { 0x20...0x7E ~= $0 }, as: UTF8.self)
    }
    let text = lines.joined(separator: "; ")
    self.text = text.isEmpty ? "no reason was given" : String(text.prefix(400))
  }

  /// The reasons for refusing a picture, each with pieces of the messages of libjpeg and libheif that tell of it: the
  /// picture has lost a part, or it is of a kind that they do not support.
  private static let reasons: [(reason: String, texts: [String])] = [
    ("breaks off before its end", ["remature end of", "nd of file", "unexpected end"]),
    (
      "is damaged: a part of its data is lost",
      ["bad Huffman code", "instead of RST", "Inconsistent progression", "bad arithmetic code"]
    ),
    ("is of a kind that is not supported", ["Unsupported", "unsupported", "not supported"]),
  ]

  /// Returns the error for a picture that could not be decoded: a failure if memory ran out, and otherwise a refusal.
  ///
  /// The sender of the picture reads the refusal, so it is not in the words of libvips.
  func ofDecoding(_ format: PictureFormat) -> TransformerError {
    guard !text.contains("out of memory") else { return .failure("there is no memory for the picture: \(text)") }
    let known = Self.reasons.first { $0.texts.contains { text.contains($0) } }
    return .refusal("the \(format.rawValue) picture \(known?.reason ?? "is damaged, and cannot be decoded")")
  }
}
