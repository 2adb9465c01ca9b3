// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofModel
import WoofSystem

@testable import TestKit
@testable import WoofCore

struct ZIPLayoutTests {
  private static let time = Timestamp(milliseconds: 1_700_000_000_000)

  private static func layout(_ files: [(name: String, byteCount: Int64)]) -> ZIPLayout {
    ZIPLayout(files.map { ZIPLayout.Entry(name: $0.name, byteCount: $0.byteCount, modifiedAt: time) })
  }

  /// The number in bytes of which the lowest comes first.
  private static func number(_ bytes: some Collection<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  @Test func `the length depends on names and sizes only`() {
    let empty = Self.layout([])
    #expect(empty.byteCount == 98 && empty.directoryOffset == 0)
    let layout = Self.layout([("rex.jpg", 5), ("grün.png", 1 << 40)])
    #expect(layout.offsets == [0, 30 + 7 + 20 + 5])
    #expect(layout.directoryOffset == 30 + 7 + 20 + 5 + 30 + 9 + 20 + 1 << 40)
    #expect(layout.byteCount == layout.directoryOffset + (46 + 7 + 28) + (46 + 9 + 28) + 98)
  }

  @Test func `headers and directory have the lengths that were laid out`() {
    let layout = Self.layout([("rex.jpg", 5), ("grün.png", 70_000)])
    for index in 0..<2 {
      let name = layout.entries[index].name.count
      #expect(layout.header(at: index, check: 7).count == 30 + name + 20)
      #expect(layout.directoryEntry(at: index, check: 7).count == 46 + name + 28)
    }
    #expect(Int64(layout.end.count) == layout.byteCount - layout.endOffset)
  }

  @Test func `a header says the name in UTF-8, the check value, the size and the time`() {
    let header = Self.layout([("grün.png", 70_000)]).header(at: 0, check: 0x0102_0304)
    #expect(Array(header[0..<4]) == Array("PK".utf8) + [3, 4])
    // UTF-8, stored; 2023-11-14 22:13:20.
    #expect(Self.number(header[6..<8]) == 0x0800 && Self.number(header[8..<10]) == 0)
    #expect(Self.number(header[10..<12]) == 22 << 11 | 13 << 5 | 10)
    #expect(Self.number(header[12..<14]) == 43 << 9 | 11 << 5 | 14)
    #expect(Self.number(header[14..<18]) == 0x0102_0304)
    #expect(String(decoding: header[30..<39], as: UTF8.self) == "grün.png")
    #expect(Self.number(header[43..<51]) == 70_000 && Self.number(header[51..<59]) == 70_000)
  }

  @Test func `the directory says where each entry begins, beyond four gigabytes too`() {
    let layout = Self.layout([("a", 6 << 30), ("b", 1)])
    let entry = layout.directoryEntry(at: 1, check: 9)
    #expect(Self.number(entry[16..<20]) == 9)
    #expect(Self.number(entry[(46 + 1 + 4 + 16)...]) == UInt64(layout.offsets[1]))
    #expect(layout.offsets[1] == 6 << 30 + 51)
    #expect(Self.number(layout.end[32..<40]) == 2)
    #expect(Self.number(layout.end[48..<56]) == UInt64(layout.directoryOffset))
    #expect(Self.number(layout.end[64..<72]) == UInt64(layout.endOffset))
  }

  @Test func `every offset belongs to the entry that begins there or before`() {
    let layout = Self.layout([("a", 0), ("b", 3), ("c", 1000)])
    for offset in 0..<layout.directoryOffset {
      let expected = layout.offsets.lastIndex { $0 <= offset } ?? -1
      #expect(layout.indexOfEntry(at: offset) == expected, "\(offset)")
    }
    #expect(layout.indexOfEntry(at: layout.byteCount) == 2)
    #expect(Self.layout([]).indexOfEntry(at: 0) == 0)
  }

  // 1 January 1980, and two seconds before 2108.
  @Test(arguments: [
    (Int64(-1), UInt64(33), UInt64(0)), (315_532_800_000, 33, 0), (4_354_819_199_000, 65_439, 49_021),
    (253_402_300_799_999, 65_439, 49_021),
  ])
  func `times that a ZIP file cannot say become the nearest ones`(milliseconds: Int64, date: UInt64, time: UInt64) {
    let entry = ZIPLayout.Entry(name: "a", byteCount: 1, modifiedAt: Timestamp(milliseconds: milliseconds))
    let header = ZIPLayout([entry]).header(at: 0, check: 0)
    #expect(Self.number(header[12..<14]) == date && Self.number(header[10..<12]) == time)
  }

  @Test func `an archive of more files than 16 bits can count is read by others`() throws {
    var names = ArchiveFileNames()
    let layout = Self.layout((0..<70_000).map { _ in (names.take("rex.jpg", else: "x"), 1) })
    let check = CRC32.value(of: [0x2E])
    var bytes: [UInt8] = []
    for index in 0..<70_000 { bytes += layout.header(at: index, check: check) + [0x2E] }
    for index in 0..<70_000 { bytes += layout.directoryEntry(at: index, check: check) }
    bytes += layout.end
    #expect(Int64(bytes.count) == layout.byteCount)
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "many.zip")
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1]) as archive: print(len(set(archive.namelist())), archive.testzip())
      """
    let output = try Program.output(of: "/usr/bin/python3", ["-c", script, folder.path("many.zip")])
    #expect(output.hasPrefix("70000 None"))
  }
}
