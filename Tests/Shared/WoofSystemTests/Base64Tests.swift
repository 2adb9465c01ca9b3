// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WoofSystem

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func `the vectors of RFC 4648 hold both ways`(plain: String, coded: String) {
    #expect(Base64.encode(plain.utf8, as: .standard) == coded)
    #expect(Base64.decode(coded.utf8, as: .standard) == Array(plain.utf8))
    let unpadded = coded.filter { $0 != "=" }
    #expect(Base64.encode(plain.utf8, as: .url) == unpadded)
    #expect(Base64.decode(unpadded.utf8, as: .url) == Array(plain.utf8))
  }

  @Test func `runs of every length up to 100 are coded as by Foundation, and read back`() {
    for count in 0...100 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 151 + count * 7) }
      let text = Base64.encode(bytes, as: .standard)
      #expect(text == Data(bytes).base64EncodedString())
      #expect(Base64.decode(text.utf8, as: .standard) == bytes)
      let url = Base64.encode(bytes, as: .url)
      #expect(url == text.replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" })
      #expect(Base64.decode(url.utf8, as: .url) == bytes)
    }
  }

  @Test func `only characters of the alphabet are accepted`() {
    let common = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    for byte in UInt8.min...UInt8.max {
      let text = [UInt8(ascii: "A"), byte, UInt8(ascii: "A"), UInt8(ascii: "A")]
      let isStandard = common.union("+/".utf8).contains(byte)
      let isURL = common.union("-_".utf8).contains(byte)
      #expect((Base64.decode(text, as: .standard) != nil) == isStandard, "\(byte)")
      #expect((Base64.decode(text, as: .url) != nil) == isURL, "\(byte)")
    }
  }

  @Test(arguments: [
    "=", "==", "====", "A", "A=", "A==", "A===", "Zg", "Zg=", "Zg===", "Zm8", "Zm9v=", "Zm9v====", "Z=g=",
  ])
  func `wrong padding of the standard alphabet is refused`(text: String) {
    #expect(Base64.decode(text.utf8, as: .standard) == nil)
  }

  @Test(arguments: ["Zg==", "Zm8=", "A", "Zm9vA", "="])
  func `padding, and a character that stands for no byte, are refused in the URL alphabet`(text: String) {
    #expect(Base64.decode(text.utf8, as: .url) == nil)
  }

  @Test(arguments: [("Zg", "Zh"), ("Zg", "Zv"), ("Zm8", "Zm9"), ("Zm8", "Zm-")])
  func `leftover bits that are not zero are refused, so that bytes have one text`(right: String, wrong: String) {
    #expect(Base64.decode(right.utf8, as: .url) != nil)
    #expect(Base64.decode(wrong.utf8, as: .url) == nil)
  }

  @Test func `text in several pieces of storage is coded as in one run`() {
    let bytes = (0..<50).map { UInt8($0 * 5) }
    #expect(Base64.encode(bytes.lazy.map(\.self), as: .url) == Base64.encode(bytes, as: .url))
    let text = Base64.encode(bytes, as: .standard)
    #expect(Base64.decode(Array(text.utf8).lazy.map(\.self), as: .standard) == bytes)
  }

  @Test func `appending keeps the existing bytes`() {
    var output = Array("sha256-".utf8)
    Base64.append([0xFF], as: .url, to: &output)
    #expect(output == Array("sha256-_w".utf8))
  }

  @Test(
    arguments: [("YQ==", [0x61]), ("YQ", [0x61]), ("YR==", [0x61]), ("YR", [0x61]), ("", [])] as [(String, [UInt8])])
  func `a lenient reading lets padding be left out and bits be set that stand for nothing`(
    text: String, bytes: [UInt8]
  ) {
    #expect(Base64.decode(text.utf8, as: .standard, isLenient: true) == bytes)
  }

  @Test(arguments: ["Y", "Y===", "YQ=", "Y-_=", "Y*==", "===="])
  func `a lenient reading refuses what is no Base64`(text: String) {
    #expect(Base64.decode(text.utf8, as: .standard, isLenient: true) == nil)
  }

  @Test(arguments: ["", "Zg==", "Zm9vYmFy", "Zg", "Zh==", "Zm9v*A==", "Zg===", "A"])
  func `bytes that are handed over are those that are returned`(text: String) {
    var bytes: [UInt8] = []
    let isWhole = Base64.decode(Array(text.utf8).span, as: .standard) { bytes.append($0) }
    #expect((isWhole ? bytes : nil) == Base64.decode(text.utf8, as: .standard))
  }
}
