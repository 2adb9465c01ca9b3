// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Bytes that are overwritten as soon as nobody refers to them: passwords on their way through the process.
///
/// They lie in memory of their own that never moves, so that no copy stays behind where they were before. What they were
/// copied from is left as it is.
package final class WipedBytes: @unchecked Sendable {  // appended to only by who made it, before others have it
  private let buffer: UnsafeMutableRawBufferPointer
  /// The number of bytes.
  package private(set) var count = 0

  /// Makes room for so many bytes, none of which are there yet.
  package init(capacity: Int) {
    buffer = .allocate(byteCount: max(1, capacity), alignment: 1)
  }

  /// Copies bytes.
  package convenience init(copying bytes: UnsafeRawBufferPointer) {
    self.init(capacity: bytes.count)
    append(contentsOf: bytes)
  }

  /// Copies the UTF-8 of a text.
  package convenience init(_ text: String) {
    var text = text
    self.init(capacity: text.utf8.count)
    text.withUTF8 { _ = append(contentsOf: UnsafeRawBufferPointer($0)) }
  }

  deinit {
    if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
    buffer.deallocate()
  }

  /// Appends bytes.
  ///
  /// - Returns: `false` where there is no room for all of them; none has been appended then.
  @discardableResult
  package func append(contentsOf bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= buffer.count - count else { return false }
    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: bytes)
    count += bytes.count
    return true
  }

  /// Appends a byte.
  ///
  /// - Returns: `false` where there is no room for it.
  @discardableResult
  package func append(_ byte: UInt8) -> Bool {
    guard count < buffer.count else { return false }
    buffer[count] = byte
    count += 1
    return true
  }

  /// Calls `body` with the bytes, which are valid until it returns.
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }

  /// `true` if the bytes are well-formed UTF-8.
  package var isUTF8: Bool {
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count]).bindMemory(to: UInt8.self)
    do {
      _ = try UTF8Span(validating: bytes.span)
      return true
    } catch {
      return false
    }
  }
}

extension WipedBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The number of bytes, and none of them.
  package var description: String { "(\(count) bytes)" }

  /// The number of bytes, and none of them.
  package var debugDescription: String { description }

  /// A mirror without children.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
