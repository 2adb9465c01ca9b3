// SPDX-License-Identifier: Apache-2.0

/// Takes the parts of a message one by one; everything is checked against what is there.
struct WireReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The number of bytes that are left.
  var remaining: Int { bytes.endIndex - position }

  /// The next value of a structure; `nil` where fewer bytes are left.
  mutating func take<Value: BitwiseCopyable>(_ type: Value.Type = Value.self) -> Value? {
    guard let part = take(MemoryLayout<Value>.size) else { return nil }
    // The part is as long as the value, and any bytes are a value of the structures of the wire: they hold only integers.
    return part.withUnsafeBytes { $0.loadUnaligned(as: Value.self) }
  }

  /// The next bytes; `nil` where fewer are left.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= remaining else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }
}

extension [UInt8] {
  /// Appends the bytes of a structure that has no padding.
  mutating func append(bytesOf value: some BitwiseCopyable) {
    Swift.withUnsafeBytes(of: value) { append(contentsOf: $0) }  // the structures of the wire hold only integers
  }
}
