// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The lines of a head as they came, without their ends.
struct HeadLines {
  /// Each line is followed by a line feed, which no line has in it.
  fileprivate var bytes: [UInt8] = []
  fileprivate var status = 0
  fileprivate var version = TransferHTTPVersion.http11

  /// Returns `true` if a line begins a head.
  static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {  // lent for this call
    guard line.first == UInt8(ascii: "H") else { return false }
    return statusAndVersion(line) != nil
  }

  /// Forgets what came before, and begins with a line for which ``isStatusLine(_:)`` is true.
  mutating func begin(with line: UnsafeRawBufferPointer) {  // lent for this call
    bytes.removeAll(keepingCapacity: true)
    if let (status, version) = Self.statusAndVersion(line) { (self.status, self.version) = (status, version) }
    append(line)
  }

  /// Adds a line.
  mutating func append(_ line: UnsafeRawBufferPointer) {  // lent for this call
    bytes.append(contentsOf: line)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The head that the lines make.
  fileprivate var head: TransferHead {
    var fields = FieldLines()
    bytes.withUnsafeBytes { bytes in
      for line in bytes.split(separator: UInt8(ascii: "\n")).dropFirst() {
        fields.append(UnsafeRawBufferPointer(rebasing: line))
      }
    }
    return TransferHead(status: status, version: version, headers: fields.fields)
  }

  private static func statusAndVersion(
    _ line: UnsafeRawBufferPointer  // lent for this call
  ) -> (status: Int, version: TransferHTTPVersion)? {
    guard line.starts(with: "HTTP/".utf8), let space = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let digits = line[(space + 1)...].prefix(3)
    guard digits.count == 3, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return (digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }, version(line[5..<space]))
  }

  private static func version(_ digits: Slice<UnsafeRawBufferPointer>) -> TransferHTTPVersion {  // lent for this call
    switch digits.first {
    case UInt8(ascii: "2"): .http2
    case UInt8(ascii: "3"): .http3
    default: digits.last == UInt8(ascii: "0") ? .http10 : .http11
    }
  }
}

/// The heads that came last: servers that are asked often say the same, and to take it apart again costs more than to
/// compare it. Confined to the loop's thread.
final class HeadMemory {
  private static let most = 8
  /// A larger head is not remembered, in bytes.
  private static let largest = 4 * 1024

  private var known: [(lines: [UInt8], head: TransferHead)] = []
  private var oldest = 0
  private var spare: HeadLines?

  /// Room for the lines of a head.
  func takeLines() -> HeadLines { spare.take() ?? HeadLines() }

  /// The head of lines that came from ``takeLines()``.
  func head(of lines: HeadLines) -> TransferHead {
    defer { if lines.bytes.count <= Self.largest { spare = lines } }
    if let index = known.firstIndex(where: { Self.areEqual($0.lines, lines.bytes) }) { return known[index].head }
    let head = lines.head
    if lines.bytes.count <= Self.largest { remember(head, of: lines.bytes) }
    return head
  }

  private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return memcmp(first, second, left.count) == 0
      }
    }
  }

  private func remember(_ head: TransferHead, of lines: [UInt8]) {
    // A copy: what is given back as room is written to again.
    let entry = (lines: Array(lines[...]), head: head)
    if known.count < Self.most {
      known.append(entry)
    } else {
      known[oldest] = entry
      oldest = (oldest + 1) % Self.most
    }
  }
}
