// SPDX-License-Identifier: Apache-2.0

import PluginTesting
import Testing

@testable import WoofVips

struct GIFPaddingTests {
  /// A GIF file with zeros before its first block behind the colour table, and before its trailer.
  private func padded(_ name: String, by count: Int) throws -> [UInt8] {
    var bytes = try ScenePictures.bytes(of: name)
    let zeros = [UInt8](repeating: 0, count: count)
    bytes.insert(contentsOf: zeros, at: bytes.count - 1)
    bytes.insert(contentsOf: zeros, at: 13 + (bytes[10] & 0x80 == 0 ? 0 : 3 << (Int(bytes[10] & 7) + 1)))
    return bytes
  }

  private func unpadded(_ bytes: [UInt8]) -> [UInt8]? { GIFPadding.removed(from: bytes.span.bytes) }

  @Test(arguments: ["plain.gif", "animated.gif"], [1, 3, 700])
  func `a GIF file with stray zeros is read without them`(name: String, count: Int) throws {
    let bytes = try padded(name, by: count)
    #expect(try unpadded(bytes) == ScenePictures.bytes(of: name))
    let host = try VipsPlugin.host()
    let wish = Wish("thumb", "image/png", 64, 64)
    let outcome = host.process(bytes, as: "image/gif", wanting: [wish])
    #expect(outcome.isAccepted, "\(outcome.log)")
    #expect(try outcome.images["thumb"]?.bytes == VipsPlugin.process(name, wanting: [wish]).images["thumb"]?.bytes)
  }

  @Test func `other files are unchanged`() throws {
    for name in ["plain.gif", "animated.gif", "plain.png", "plain.jpg"] {
      #expect(try unpadded(ScenePictures.bytes(of: name)) == nil)
    }
  }

  @Test func `a truncated file is no fault`() throws {
    let bytes = try padded("animated.gif", by: 2)
    for count in stride(from: 0, to: bytes.count, by: 97) {
      _ = unpadded(Array(bytes[..<count]))
    }
  }
}
