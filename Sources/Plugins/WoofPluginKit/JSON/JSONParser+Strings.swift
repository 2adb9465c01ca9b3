// SPDX-License-Identifier: Apache-2.0

extension JSONParser {
  mutating func string() throws(JSON.Fault) -> String {
    try take("\"")
    var text = ""
    while true {
      let start = position
      while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { position += 1 }
      if position > start {
        guard let run = String(validating: bytes[start..<position], as: UTF8.self) else { throw fault("no UTF-8") }
        text += run
      }
      if skip("\"") { return text }
      guard skip("\\") else { throw fault("the end of a string is expected") }
      text.unicodeScalars.append(try escape())
    }
  }

  private mutating func escape() throws(JSON.Fault) -> Unicode.Scalar {
    guard let byte = next else { throw fault("the end of a string is expected") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try escapedScalar()
    default: throw fault("there is no such escape")
    }
  }

  /// A character as one code unit of UTF-16 or two.
  private mutating func escapedScalar() throws(JSON.Fault) -> Unicode.Scalar {
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), skip("\\"), skip("u"), case let trail = try codeUnit(),
      UTF16.isTrailSurrogate(trail)
    else { throw fault("half of a character stands alone") }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  private mutating func codeUnit() throws(JSON.Fault) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault("four hexadecimal digits are expected")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}
