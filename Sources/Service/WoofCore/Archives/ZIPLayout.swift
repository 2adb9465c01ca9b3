// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A ZIP file whose entries are stored as they are, so that the place of every byte is known before the first one is read
/// (APPNOTE.TXT 6.3.10 of PKWARE). All sizes and offsets are in ZIP64 fields, whatever they are: the length of a file with
/// so many entries depends on their names and sizes only.
package struct ZIPLayout: Hashable, Sendable {
  /// A file in the archive.
  package struct Entry: Hashable, Sendable {
    /// The name in UTF-8, at most 65,535 bytes.
    package var name: [UInt8]
    /// The length in bytes.
    package var byteCount: Int64
    /// The time of the file's last change. Two seconds are one to a ZIP file, and there is none before 1980.
    package var modifiedAt: Timestamp

    /// Makes an entry.
    package init(name: String, byteCount: Int64, modifiedAt: Timestamp) {
      self.name = Array(name.utf8.prefix(Int(UInt16.max)))
      self.byteCount = byteCount
      self.modifiedAt = modifiedAt
    }
  }

  /// The entries in their order.
  package let entries: [Entry]
  /// The offset of each entry's header.
  package let offsets: [Int64]
  /// The offset of the directory, which follows the last entry.
  package let directoryOffset: Int64
  /// The offset of the records that end the file, which follow the directory.
  package let endOffset: Int64

  private static let headerByteCount = 30
  private static let headerExtraByteCount = 20
  private static let directoryEntryByteCount = 46
  private static let directoryExtraByteCount = 28
  private static let endByteCount = 98
  /// Version 4.5, the first with ZIP64.
  private static let version: UInt16 = 45
  /// Names are in UTF-8.
  private static let flags: UInt16 = 1 << 11
  /// An ordinary file that its owner may write and all may read, as Unix says it.
  private static let attributes: UInt32 = 0o100644 << 16
  private static let madeBy: UInt16 = 3 << 8 | version

  /// Lays entries out.
  package init(_ entries: [Entry]) {
    self.entries = entries
    var offset: Int64 = 0
    var directoryByteCount: Int64 = 0
    var offsets: [Int64] = []
    offsets.reserveCapacity(entries.count)
    for entry in entries {
      offsets.append(offset)
      offset += Int64(Self.headerByteCount + entry.name.count + Self.headerExtraByteCount) + entry.byteCount
      directoryByteCount += Int64(
        Self.directoryEntryByteCount + entry.name.count + Self.directoryExtraByteCount)
    }
    self.offsets = offsets
    directoryOffset = offset
    endOffset = offset + directoryByteCount
  }

  /// The length of the whole file in bytes.
  package var byteCount: Int64 { endOffset + Int64(Self.endByteCount) }

  /// The index of the last entry that begins at an offset or before it; 0 where there is none.
  package func indexOfEntry(at offset: Int64) -> Int {
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// The header of an entry, which its bytes follow (APPNOTE 4.3.7).
  ///
  /// - Parameter check: The CRC-32 of the entry's bytes.
  package func header(at index: Int, check: UInt32) -> [UInt8] {
    let entry = entries[index]
    var record = LittleEndianRecord(capacity: Self.headerByteCount + entry.name.count + Self.headerExtraByteCount)
    record.append(UInt32(0x0403_4B50))
    record.append(Self.version)
    appendCommon(of: entry, check: check, to: &record)
    record.append(UInt16(Self.headerExtraByteCount))
    record.append(entry.name)
    record.append(UInt16(1))
    record.append(UInt16(Self.headerExtraByteCount - 4))
    record.append(UInt64(entry.byteCount))
    record.append(UInt64(entry.byteCount))
    return record.bytes
  }

  /// An entry of the directory (APPNOTE 4.3.12).
  ///
  /// - Parameter check: The CRC-32 of the entry's bytes.
  package func directoryEntry(at index: Int, check: UInt32) -> [UInt8] {
    let entry = entries[index]
    var record = LittleEndianRecord(
      capacity: Self.directoryEntryByteCount + entry.name.count + Self.directoryExtraByteCount)
    record.append(UInt32(0x0201_4B50))
    record.append(Self.madeBy)
    record.append(Self.version)
    appendCommon(of: entry, check: check, to: &record)
    record.append(UInt16(Self.directoryExtraByteCount))
    // No comment, the first disk, no attributes of MS-DOS.
    for _ in 0..<3 { record.append(UInt16(0)) }
    record.append(Self.attributes)
    record.append(UInt32.max)
    record.append(entry.name)
    record.append(UInt16(1))
    record.append(UInt16(Self.directoryExtraByteCount - 4))
    record.append(UInt64(entry.byteCount))
    record.append(UInt64(entry.byteCount))
    record.append(UInt64(offsets[index]))
    return record.bytes
  }

  /// The records that end the file (APPNOTE 4.3.14 to 4.3.16).
  package var end: [UInt8] {
    var record = LittleEndianRecord(capacity: Self.endByteCount)
    record.append(UInt32(0x0606_4B50))
    record.append(UInt64(44))
    record.append(Self.madeBy)
    record.append(Self.version)
    record.append(UInt64(0))
    record.append(UInt64(entries.count))
    record.append(UInt64(entries.count))
    record.append(UInt64(endOffset - directoryOffset))
    record.append(UInt64(directoryOffset))
    record.append(UInt32(0x0706_4B50))
    record.append(UInt32(0))
    record.append(UInt64(endOffset))
    record.append(UInt32(1))
    record.append(UInt32(0x0605_4B50))
    record.append(UInt32(0))
    record.append(UInt16.max)
    record.append(UInt16.max)
    record.append(UInt32.max)
    record.append(UInt32.max)
    record.append(UInt16(0))
    return record.bytes
  }

  /// The fields that the header and the directory share: flags, method, time, check value, sizes and the length of the name.
  private func appendCommon(of entry: Entry, check: UInt32, to record: inout LittleEndianRecord) {
    let (date, time) = Self.dateAndTime(of: entry.modifiedAt)
    record.append(Self.flags)
    record.append(UInt16(0))
    record.append(time)
    record.append(date)
    record.append(check)
    record.append(UInt32.max)
    record.append(UInt32.max)
    record.append(UInt16(entry.name.count))
  }

  /// The date and the time as MS-DOS has them, in UTC: 1980 to 2107.
  private static func dateAndTime(of timestamp: Timestamp) -> (date: UInt16, time: UInt16) {
    let seconds = min(max(timestamp.milliseconds / 1000, 315_532_800), 4_354_819_199)
    let day = CivilDate(daysSince1970: Int(seconds / 86_400))
    let second = Int(seconds % 86_400)
    let date = (day.year - 1980) << 9 | day.month << 5 | day.day
    return (UInt16(date), UInt16((second / 3600) << 11 | (second / 60 % 60) << 5 | second % 60 / 2))
  }
}

/// Bytes of numbers of which the lowest byte comes first.
private struct LittleEndianRecord {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func append(_ number: some FixedWidthInteger & UnsignedInteger) {
    for shift in stride(from: 0, to: number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func append(_ more: [UInt8]) { bytes += more }
}
