// SPDX-License-Identifier: Apache-2.0

/// Reads the binary form of an array (`array_send`): of one dimension, or empty. Bytes that are none give `nil`.
struct PostgreSQLArrayReader {
  private var rest: UnsafeRawBufferPointer

  /// Reads the elements of an array that `bytes` holds.
  ///
  /// - Parameter element: Makes an element of its bytes; `nil` where they are none.
  static func elements<Element>(
    of bytes: UnsafeRawBufferPointer, _ type: PostgreSQLType, _ element: (UnsafeRawBufferPointer) -> Element?
  ) -> [Element?]? {
    var reader = PostgreSQLArrayReader(rest: bytes)
    guard let dimensionCount = reader.number(), reader.number() != nil, let found = reader.number(),
      UInt32(bitPattern: found) == type.rawValue
    else { return nil }
    if dimensionCount == 0 { return reader.rest.isEmpty ? [] : nil }
    // Each element has four bytes at least, so that a count that lies makes no room for what is not there.
    guard dimensionCount == 1, let count = reader.number(), reader.number() != nil, count >= 0,
      Int(count) <= reader.rest.count / 4
    else { return nil }
    var elements: [Element?] = []
    elements.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let byteCount = reader.number() else { return nil }
      if byteCount == -1 {
        elements.append(nil)
      } else {
        guard let bytes = reader.bytes(Int(byteCount)), let value = element(bytes) else { return nil }
        elements.append(value)
      }
    }
    return reader.rest.isEmpty ? elements : nil
  }

  private mutating func number() -> Int32? {
    bytes(4).map { Int32(bigEndian: $0.loadUnaligned(as: Int32.self)) }
  }

  private mutating func bytes(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
    return UnsafeRawBufferPointer(rebasing: rest[..<count])
  }
}
