// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofSystem

@Suite struct HexadecimalTests {
  @Test func `every value has a digit of each case, which stands for it`() {
    for (value, digit) in "0123456789abcdef".utf8.enumerated() {
      #expect(Hexadecimal.lowerCaseDigit(UInt8(value)) == digit)
      #expect(Hexadecimal.lowerCaseValue(of: digit) == UInt8(value))
      #expect(Hexadecimal.value(of: digit) == UInt8(value))
    }
    for (value, digit) in "0123456789ABCDEF".utf8.enumerated() {
      #expect(Hexadecimal.upperCaseDigit(UInt8(value)) == digit)
      #expect(Hexadecimal.value(of: digit) == UInt8(value))
    }
  }

  @Test func `anything else is no digit`() {
    let digits = Set("0123456789abcdefABCDEF".utf8)
    for byte in UInt8.min...UInt8.max where !digits.contains(byte) { #expect(Hexadecimal.value(of: byte) == nil) }
    #expect("ABCDEF".utf8.allSatisfy { Hexadecimal.lowerCaseValue(of: $0) == nil })
  }

  @Test func `bytes are written as pairs of digits, and read back in either case`() {
    let bytes = (UInt8.min...UInt8.max).map(\.self)
    let text = Hexadecimal.text(of: bytes)
    #expect(text.count == 512)
    #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
    #expect(Hexadecimal.bytes(of: text.utf8) == bytes)
    #expect(Hexadecimal.bytes(of: text.uppercased().utf8) == bytes)
  }

  @Test(arguments: ["0", "012", "0g", "g0", " 00", "０0"])
  func `what is not made of pairs of digits stands for no bytes`(text: String) {
    #expect(Hexadecimal.bytes(of: text.utf8) == nil)
  }

  @Test func `digits are read as a number`() {
    #expect(Hexadecimal.number(of: "fFfFfFfFfFfFfFfF".utf8) == .max)
    #expect(Hexadecimal.number(of: "0010".utf8) == 16)
    #expect(Hexadecimal.number(of: "".utf8) == 0)
    #expect(Hexadecimal.number(of: "1x".utf8) == nil)
  }

  @Test func `a word is written with as many digits as wanted`() {
    var text: [UInt8] = []
    text.append(addingCapacity: 4) { Hexadecimal.append(0x12_AB03, digitCount: 4, to: &$0) }
    #expect(text == Array("ab03".utf8))
  }
}
