// SPDX-License-Identifier: Apache-2.0

import Glibc
import MemoryDisks
import Testing
import WoofCore
import WoofCryptography
import WoofModel
import WoofStorage

@Suite struct MemoryFileSystemTests {
  private let disk = MemoryDisk()
  private let files = MemoryFileSystem()

  private func make(_ name: String, _ bytes: [UInt8], isSafe: Bool) throws {
    let descriptor = try files.createFile(at: "\(disk.path)/\(name)")
    defer { files.close(descriptor) }
    #expect(try bytes.withUnsafeBytes { try files.write($0, to: descriptor) } == bytes.count)
    if isSafe { try files.synchronizeFile(descriptor) }
  }

  private func read(_ name: String) throws -> [UInt8]? {
    guard let descriptor = try files.openFile(at: "\(disk.path)/\(name)") else { return nil }
    defer { files.close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 100_000)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    return Array(buffer.prefix(count))
  }

  @Test func `bytes that were written are read by the descriptor`() throws {
    try make("file", [1, 2, 3], isSafe: false)
    #expect(try read("file") == [1, 2, 3])
  }

  @Test func `a descriptor shows what is appended and cut later`() throws {
    try make("file", [1, 2, 3], isSafe: false)
    let reader = try #require(try files.openFile(at: "\(disk.path)/file"))
    let writer = try #require(try files.openFileForAppending(at: "\(disk.path)/file"))
    _ = try [4 as UInt8].withUnsafeBytes { try files.write($0, to: writer) }
    var buffer = [UInt8](repeating: 0, count: 10)
    #expect(pread(reader, &buffer, buffer.count, 0) == 4)
    try files.cut("\(disk.path)/file", to: 1)
    #expect(pread(reader, &buffer, buffer.count, 0) == 1)
    files.close(reader)
    files.close(writer)
  }

  @Test func `bytes are read as they were written wherever they begin and end`() throws {
    var bytes: [UInt8] = []
    let descriptor = try files.createFile(at: "\(disk.path)/file")
    for count in [1, 4_094, 1, 4_096, 5_000, 3, 20_000] {
      let piece = (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ bytes.count) &* 31) }
      _ = try piece.withUnsafeBytes { try files.write($0, to: descriptor) }
      bytes += piece
    }
    files.close(descriptor)
    #expect(try read("file") == bytes)
    #expect(disk.byteCount == Int64(bytes.count))
  }

  @Test(arguments: [0, 1, 4_095, 4_096, 4_097, 9_000])
  func `what is cut off comes back as zero`(_ length: Int) throws {
    let bytes = [UInt8](repeating: 7, count: 9_000)
    try make("file", bytes, isSafe: true)
    try files.cut("\(disk.path)/file", to: Int64(length))
    let descriptor = try #require(try files.openFile(at: "\(disk.path)/file"))
    try files.allocate(descriptor, byteCount: 12_000)
    files.close(descriptor)
    #expect(try read("file") == bytes.prefix(length) + [UInt8](repeating: 0, count: 12_000 - length))
  }

  @Test func `a copy keeps its bytes where the other disk changes`() throws {
    let bytes = [UInt8](repeating: 7, count: 9_000)
    try make("file", bytes, isSafe: true)
    let copy = disk.copy()
    try files.cut("\(disk.path)/file", to: 5_000)
    let writer = try #require(try files.openFileForAppending(at: "\(disk.path)/file"))
    _ = try [8 as UInt8].withUnsafeBytes { try files.write($0, to: writer) }
    files.close(writer)
    #expect(try read("file") == bytes.prefix(5_000) + [8])
    let reader = try #require(try files.openFile(at: "\(copy.path)/file"))
    defer { files.close(reader) }
    var buffer = [UInt8](repeating: 0, count: 10_000)
    #expect(pread(reader, &buffer, buffer.count, 0) == 9_000)
    #expect(buffer.prefix(9_000) == bytes[...])
  }

  @Test func `a file is safe when it and its folder have been synchronized`() throws {
    try make("file", [1, 2, 3], isSafe: true)
    try files.synchronizeFolder(at: disk.path)
    for seed in 0..<20 as Range<UInt64> {
      disk.crash(seed: seed)
      #expect(try read("file") == [1, 2, 3])
    }
  }

  @Test func `a name that was not synchronized may be lost`() throws {
    let found = try outcomes {
      try make("file", [1, 2, 3], isSafe: true)
    }
    #expect(found == [nil, [1, 2, 3]])
  }

  @Test func `of bytes that were not synchronized the first ones may be left`() throws {
    let found = try outcomes {
      try make("file", [1, 2, 3, 4], isSafe: false)
      try files.synchronizeFolder(at: disk.path)
    }
    #expect(found == [[], [1, 2], [1, 2, 3, 4]])
  }

  @Test func `a rename that was not synchronized has happened or not`() throws {
    let found = try outcomes {
      try make("other", [1], isSafe: true)
      try make("file", [2], isSafe: true)
      try files.synchronizeFolder(at: disk.path)
      #expect(try files.rename("\(disk.path)/other", to: "\(disk.path)/file"))
    }
    #expect(found == [[1], [2]])
  }

  @Test func `the file behind a synchronized name is the last one that had it`() throws {
    let found = try outcomes {
      #expect(try files.makeFolder(at: "\(disk.path)/spool"))
      try files.synchronizeFolder(at: disk.path)
      try make("file", [1], isSafe: true)
      try make("spool/1", [2], isSafe: true)
      #expect(try files.rename("\(disk.path)/spool/1", to: "\(disk.path)/file"))
      try files.synchronizeFolder(at: "\(disk.path)/spool")
    }
    #expect(found == [[2]])
  }

  @Test func `folders and names are as the system's`() throws {
    #expect(try files.makeFolder(at: "\(disk.path)/a"))
    #expect(try !files.makeFolder(at: "\(disk.path)/a"))
    try make("a/1", [], isSafe: false)
    #expect(try files.link("\(disk.path)/a/1", to: "\(disk.path)/a/2"))
    #expect(try files.names(in: "\(disk.path)/a").sorted() == ["1", "2"])
    #expect(throws: FileSystemError.self) { try files.removeFolder(at: "\(disk.path)/a") }
    #expect(throws: FileSystemError.self) { try files.remove("\(disk.path)/a") }
    try files.remove("\(disk.path)/a/1")
    try files.remove("\(disk.path)/a/1")
    try files.remove("\(disk.path)/a/2")
    try files.removeFolder(at: "\(disk.path)/a")
    #expect(try files.names(in: "\(disk.path)/a") == [])
    #expect(throws: FileSystemError.self) { try files.createFile(at: "\(disk.path)/b/1") }
  }

  @Test func `a renamed folder takes along what is in it`() throws {
    _ = try files.makeFolder(at: "\(disk.path)/a")
    try make("a/1", [7], isSafe: false)
    #expect(try files.rename("\(disk.path)/a", to: "\(disk.path)/b"))
    #expect(try read("b/1") == [7])
    #expect(try read("a/1") == nil)
  }

  @Test func `whoever had the disk before a crash cannot use it any more`() throws {
    let path = disk.path
    let descriptor = try files.createFile(at: "\(path)/file")
    disk.crash(seed: 1)
    #expect(throws: FileSystemError.self) {
      _ = try [1 as UInt8].withUnsafeBytes { try files.write($0, to: descriptor) }
    }
    #expect(throws: FileSystemError.self) { try files.createFile(at: "\(path)/other") }
    #expect(throws: FileSystemError.self) { try files.byteCount(at: path) }
  }

  @Test func `a blob that has been placed survives every power cut`() throws {
    let bytes: [UInt8] = [1, 2, 3]
    let digest = try #require(Digest(SHA256.digest(of: bytes)))
    let folder = try DataFolder.open(at: "\(disk.path)/data", for: .service, files: files)
    let spool = try FileBlobStore(in: folder).makeSpool()
    try spool.append(bytes.span.bytes)
    _ = try spool.place(as: digest)
    for seed in 0..<20 as Range<UInt64> {
      disk.crash(seed: seed)
      let again = try DataFolder.open(at: "\(disk.path)/data", for: .service, files: files)
      #expect(try FileBlobStore(in: again).open(digest)?.byteCount == 3)
    }
  }

  /// The contents that may be left of the file `file` after work and a crash.
  private func outcomes(_ work: () throws -> Void) throws -> Set<[UInt8]?> {
    var found: Set<[UInt8]?> = []
    for seed in 0..<40 as Range<UInt64> {
      for name in ["file", "other", "spool/1"] { try files.remove("\(disk.path)/\(name)") }
      try files.removeFolder(at: "\(disk.path)/spool")
      try files.synchronizeAll(below: disk.path)
      try work()
      disk.crash(seed: seed)
      found.insert(try read("file"))
    }
    return found
  }
}
