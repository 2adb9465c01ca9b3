// SPDX-License-Identifier: Apache-2.0

import CNGHTTP2

/// The fields of a head that is to be sent, as libnghttp2 takes them. It is used for one head after the other, so that
/// making a head allocates nothing.
package struct HTTP2FieldList {
  /// The position of a field, in the bytes of this list or of another.
  private struct Entry {
    let name: Range<Int>
    let value: Range<Int>
    /// `true` for a value that no later head has again, which is not to be remembered in the table (RFC 7541 §6.2.2).
    let isUnique: Bool
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []

  /// Makes an empty list.
  package init() {}

  /// Removes all fields, and keeps the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
  }

  /// Appends the pseudo-field of a status.
  package mutating func append(_ status: HTTPStatus) {
    append(":status") { $0.append(contentsOf: "\(status.code)".utf8) }
  }

  /// Appends the field of a body's length.
  mutating func append(contentLength count: Int64) {
    append("content-length") { $0.append(contentsOf: "\(count)".utf8) }
  }

  /// Appends the field of a request's id.
  mutating func append(_ id: HTTPRequestID) {
    append("request-id", isUnique: true) { id.write(to: &$0) }
  }

  /// Appends the fields of a list; their names are sent in lower case.
  mutating func append(_ fields: HTTPFields) {
    let start = bytes.count
    bytes.append(contentsOf: fields.wireBytes)
    fields.forEachRange { name, value in
      entries.append(
        Entry(
          name: start + name.lowerBound..<start + name.upperBound,
          value: start + value.lowerBound..<start + value.upperBound, isUnique: false))
    }
  }

  /// Appends a field of a name in lower case.
  package mutating func append(name: String, value: String) {
    let start = bytes.count
    bytes.append(contentsOf: name.utf8)
    let valueStart = bytes.count
    bytes.append(contentsOf: value.utf8)
    entries.append(Entry(name: start..<valueStart, value: valueStart..<bytes.count, isUnique: false))
  }

  /// Appends the `Date` field of a line that HTTP/1.1 writes.
  mutating func append(dateLine line: [UInt8]) {
    append("date") { $0.append(contentsOf: line.dropFirst("Date: ".utf8.count).dropLast(2)) }
  }

  private mutating func append(_ name: StaticString, isUnique: Bool = false, _ write: (inout [UInt8]) -> Void) {
    let start = bytes.count
    bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    let valueStart = bytes.count
    write(&bytes)
    entries.append(Entry(name: start..<valueStart, value: valueStart..<bytes.count, isUnique: isUnique))
  }

  /// Calls `body` with the fields, lent for the call. libnghttp2 copies them, and puts the names in lower case.
  func withEntries(_ body: (UnsafeBufferPointer<nghttp2_nv>) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: entries.count) { room in
        for (index, entry) in entries.enumerated() {
          let flags = entry.isUnique ? NGHTTP2_NV_FLAG_NO_INDEX : NGHTTP2_NV_FLAG_NONE
          room.initializeElement(
            at: index,
            to: nghttp2_nv(
              name: UnsafeMutablePointer(mutating: base + entry.name.lowerBound),
              value: UnsafeMutablePointer(mutating: base + entry.value.lowerBound), namelen: entry.name.count,
              valuelen: entry.value.count, flags: UInt8(flags.rawValue)))
        }
        body(UnsafeBufferPointer(room))
      }
    }
  }
}
