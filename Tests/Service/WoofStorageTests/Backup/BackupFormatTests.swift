// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage

struct BackupFormatTests {
  @Test func `a line of the list of files reads back as written`() {
    for entry in [BackupEntry.records(Sample.digest(1)), .blob(Sample.digest(2))] {
      #expect(BackupEntry(line: entry.line.dropLast()) == entry)
    }
  }

  @Test(arguments: [
    "", "woof.db", "00  woof.db", "\(Sample.digest(1).hexadecimal) woof.db",
    "\(Sample.digest(1).hexadecimal)  ../woof.db",
    "\(Sample.digest(1).hexadecimal)  /etc/passwd", "\(Sample.digest(1).hexadecimal)  woof.db ",
    "\(Sample.digest(1).hexadecimal)  \(BackupEntry.blob(Sample.digest(2)).path)",
    "\(Sample.digest(1).hexadecimal.uppercased())  woof.db", "\(Sample.digest(1).hexadecimal)  blobs/../woof.db",
  ])
  func `a malformed line is refused`(line: String) {
    #expect(BackupEntry(line: line) == nil)
  }

  @Test func `no changed line reads as the same`() {
    let entry = BackupEntry.blob(Sample.digest(3))
    let line = Array(entry.line.utf8.dropLast())
    var generator = SeededGenerator(seed: 7)
    for index in line.indices {
      var changed = line
      changed[index] ^= UInt8.random(in: 1...255, using: &generator)
      #expect(BackupEntry(line: String(decoding: changed, as: UTF8.self)) != entry)
    }
  }

  @Test func `a manifest reads back as written`() throws {
    #expect(try BackupManifest(Array(Self.manifest.text.utf8)) == Self.manifest)
  }

  @Test func `a truncated manifest is refused`() {
    let text = Array(Self.manifest.text.utf8.dropLast())
    for count in 0..<text.count {
      #expect(storageError { _ = try BackupManifest(Array(text.prefix(count))) }?.code == .damagedBackup)
    }
  }

  @Test func `a manifest of a newer release is refused with that reason`() throws {
    let text = Self.manifest.text.replacing("\"format\":1", with: "\"format\":2")
    let error = storageError { _ = try BackupManifest(Array(text.utf8)) }
    #expect(error?.message.contains("newer release") == true)
  }

  private static let manifest = BackupManifest(
    createdAt: Sample.time(1), schemaVersion: 1, recordByteCount: 4096, blobCount: 2, blobByteCount: 12,
    missingBlobs: [Sample.digest(3)], checksums: Sample.digest(4))

  @Test func `the header before a file is that of a tar archive`() {
    let block = TarHeader(name: "blobs/0/1/name", byteCount: 1_000_000, time: Timestamp(milliseconds: 1_000_000)).block
    #expect(block.count == 512)
    #expect(Self.text(block, 0, 100) == "blobs/0/1/name")
    #expect(Self.text(block, 100, 8) == "0000600")
    #expect(Self.text(block, 124, 12) == "00003641100")
    #expect(Self.text(block, 136, 12) == "00000001750")
    #expect(Self.text(block, 257, 6) == "ustar")
    #expect(Array(block[263..<265]) == Array("00".utf8))
    var unsummed = block
    for index in 148..<156 { unsummed[index] = UInt8(ascii: " ") }
    #expect(Int(Self.text(block, 148, 7), radix: 8) == unsummed.reduce(0) { $0 + Int($1) })
  }

  @Test func `a file of 8 GiB or more has its length in binary`() {
    let block = TarHeader(name: "woof.db", byteCount: 1 << 33, time: Sample.time(0)).block
    #expect(Array(block[124..<136]) == [0x80, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0])
    let shorter = TarHeader(name: "woof.db", byteCount: (1 << 33) - 1, time: Sample.time(0)).block
    #expect(Self.text(shorter, 124, 12) == "77777777777")
  }

  @Test(arguments: [(0, 0), (1, 511), (511, 1), (512, 0), (513, 511)] as [(Int64, Int)])
  func `files are padded to whole blocks`(byteCount: Int64, padding: Int) {
    #expect(TarHeader(name: "a", byteCount: byteCount, time: Sample.time(0)).padding == padding)
  }

  private static func text(_ block: [UInt8], _ start: Int, _ count: Int) -> String {
    String(decoding: block[start..<start + count].prefix { $0 != 0 }, as: UTF8.self)
  }
}
