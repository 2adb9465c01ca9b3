// SPDX-License-Identifier: Apache-2.0

@testable import HTTP2TestKit
@testable import WoofHTTP

/// The compression of fields (RFC 7541): each representation that a client may choose, and what it must not send.
extension ConformanceCase {
  static let compression = representations + indexed + tableSizes + indexErrors + stringErrors + sizeErrors

  /// `custom-key` and `custom-value`, and the value of the field that has index 24, with Huffman's code and without.
  private static let names = (
    plain: HPACK.string("custom-key"), huffman: huffman([0x25, 0xa8, 0x49, 0xe9, 0x5b, 0xa9, 0x7d, 0x7f])
  )
  private static let values = (
    plain: HPACK.string("custom-value"), huffman: huffman([0x25, 0xa8, 0x49, 0xe9, 0x5b, 0xb8, 0xe8, 0xb4, 0xbf])
  )
  private static let directives = (
    plain: HPACK.string("no-cache"), huffman: huffman([0xa8, 0xeb, 0x10, 0x64, 0x9c, 0xbf])
  )
  private static let cacheControlIndex = 24

  private static func huffman(_ bytes: [UInt8]) -> [UInt8] {
    HPACK.integer(bytes.count, prefix: 7, flags: 0x80) + bytes
  }

  private static func head(_ field: [UInt8], on stream: UInt32 = 1) -> HTTP2Frame {
    .head(HPACK.request() + field, on: stream)
  }

  /// The three kinds of literals, with the bits of their first byte and how many bits an index has behind them.
  private static let literals: [(name: String, section: String, flags: UInt8, prefix: Int)] = [
    ("is remembered", "6.2.1", 0x40, 6), ("is not remembered", "6.2.2", 0, 4),
    ("is never remembered", "6.2.3", 0x10, 4),
  ]

  private static let representations = literals.flatMap { literal in
    let index = HPACK.integer(cacheControlIndex, prefix: literal.prefix, flags: literal.flags)
    return [
      ("with a known name", index + directives.plain, "no-cache"),
      ("with a known name and Huffman's code", index + directives.huffman, "no-cache"),
      ("with its name", [literal.flags] + names.plain + values.plain, "custom-value"),
      ("with its name and Huffman's code", [literal.flags] + names.huffman + values.huffman, "custom-value"),
    ].map { form, field, value in
      ConformanceCase(
        "HPACK \(literal.section)", "a field that \(literal.name) is read \(form)", frames: [head(field)],
        .response("GET||\(value)"))
    }
  }

  private static let remembered = [0x40] + names.plain + values.plain

  private static let indexed = [
    ConformanceCase(
      "HPACK 6.1", "fields are read by their index in the static table",
      frames: [.head([0x82, 0x86, 0x84] + HPACK.field(":authority", "x"))], .response("GET||")),
    ConformanceCase(
      "HPACK 6.1", "a field that was remembered is read by its index", frames: [head(remembered), head([0xbe], on: 3)],
      .response("GET||custom-value", on: 3)),
    ConformanceCase(
      "HPACK 6.2.2", "a field that was not remembered has no index",
      frames: [head([0] + names.plain + values.plain), head([0xbe], on: 3)], compressionError),
  ]

  private static let tableSizes = [
    ConformanceCase(
      "HPACK 6.3", "a change of the table's size is taken", frames: [.head([0x20] + HPACK.request())],
      .response("GET||")),
    ConformanceCase(
      "HPACK 4.2", "several changes of the table's size are taken",
      frames: [.head([0x20] + HPACK.integer(4096, prefix: 5, flags: 0x20) + HPACK.request())], .response("GET||")),
    ConformanceCase(
      "HPACK 4.3", "a table that has become empty has forgotten its fields",
      frames: [head(remembered), .head([0x20, 0x3f, 0xe1, 0x1f] + HPACK.request() + [0xbe], on: 3)], compressionError),
  ]

  private static let compressionError = Expected.connectionError([.compressionError])

  private static let indexErrors = [
    ConformanceCase(
      "HPACK 2.3.3", "an index behind both tables ends the connection", frames: [head([0xc6])], compressionError),
    ConformanceCase(
      "HPACK 2.3.3", "the index of a name behind both tables ends the connection",
      frames: [head(HPACK.integer(70, prefix: 6, flags: 0x40) + values.plain)], compressionError),
    ConformanceCase("HPACK 6.1", "index 0 ends the connection", frames: [head([0x80])], compressionError),
    ConformanceCase(
      "HPACK 5.1", "an index that is too large for any number ends the connection",
      frames: [head([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f])], compressionError),
  ]

  /// What stands in Huffman's code here is an `a`, the bits 00011, and what follows it.
  private static let stringErrors = [
    ConformanceCase(
      "HPACK 5.2", "Huffman's code with more than 7 bits of padding ends the connection",
      frames: [head([0] + HPACK.string("x") + huffman([0x1f, 0xff]))], compressionError),
    ConformanceCase(
      "HPACK 5.2", "Huffman's code with padding of zeros ends the connection",
      frames: [head([0] + HPACK.string("x") + huffman([0x18]))], compressionError),
    ConformanceCase(
      "HPACK 5.2", "Huffman's code with the sign of its end ends the connection",
      frames: [head([0] + HPACK.string("x") + huffman([0x1f, 0xff, 0xff, 0xff, 0xff]))], compressionError),
    ConformanceCase(
      "HPACK 5.2", "a string that is longer than its head ends the connection",
      frames: [head([0] + HPACK.string("x") + [0x7e, 0x61])], compressionError),
  ]

  private static let sizeErrors = [
    ConformanceCase(
      "HPACK 4.2", "a change of the table's size behind fields ends the connection", frames: [head([0x20])],
      compressionError),
    ConformanceCase(
      "HPACK 6.3", "a table that is larger than allowed ends the connection",
      frames: [.head(HPACK.integer(4097, prefix: 5, flags: 0x20) + HPACK.request())], compressionError),
  ]
}
