// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCore
import WoofCryptography
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import WoofStorage

/// Where uploads that may be resumed are kept.
@Suite(.timeLimit(.minutes(1))) struct UploadStoreTests {
  private let folder: TemporaryFolder
  private let id = UploadID(random: SystemRandomSource())

  init() throws { folder = try TemporaryFolder() }

  private func open(_ files: any FileSystem = SystemFileSystem()) throws -> FileUploadStore {
    let data = try DataFolder.open(at: folder.path("data"), for: .service, files: files)
    return try FileUploadStore(in: data, FileBlobStore(in: data))
  }

  private func bytes(of spool: any UploadSpool) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try spool.read { part in part.withUnsafeBytes { bytes.append(contentsOf: $0) } }
    return bytes
  }

  @Test func `an upload continues where it was when the service starts again`() throws {
    var store = try Optional(open())
    var spool = try store?.makeUpload(id, note: [1, 2])
    try spool?.append([3, 4, 5 as UInt8].span.bytes)
    (spool, store) = (nil, nil)
    let next = try open()
    #expect(try next.storedUploads() == [StoredUpload(id: id, note: [1, 2], byteCount: 3)])
    let opened = try #require(try next.openUpload(id))
    try opened.append([6 as UInt8].span.bytes)
    #expect(try bytes(of: opened) == [3, 4, 5, 6])
    let digest = try #require(Digest(SHA256.digest(of: [3, 4, 5, 6])))
    _ = try opened.place(as: digest)
    try next.removeUpload(id)
    #expect(try next.storedUploads() == [])
    #expect(folder.files(below: "data/uploads") == [])
    #expect(folder.files(below: "data/blobs").count == 1)
  }

  @Test func `synchronized bytes survive a power cut, with their note`() throws {
    let files = try PowerCutFileSystem(root: folder.path)
    let spool = try open(files).makeUpload(id, note: [1])
    try spool.append([2, 3 as UInt8].span.bytes)
    try spool.synchronize()
    let remains = try files.cutPower()
    let path = "\(remains.path)/data/uploads/\(id)"
    #expect(try SystemFileSystem().byteCount(at: path) == 2)
    #expect(try SystemFileSystem().byteCount(at: "\(path).json") == 1)
  }

  @Test func `synchronized bytes are not synchronized again`() throws {
    let files = FaultyFileSystem()
    let spool = try open(files).makeUpload(id, note: [1])
    try spool.append([2 as UInt8].span.bytes)
    try spool.synchronize()
    files.heal()
    try spool.synchronize()
    #expect(!files.calls.contains { $0.name.hasPrefix("fsync") })
    try spool.append([3 as UInt8].span.bytes)
    try spool.synchronize()
    #expect(files.calls.map(\.name).filter { $0.hasPrefix("fsync") } == ["fsync"])
  }

  @Test func `a note that could not be synchronized is synchronized at the next attempt`() throws {
    let files = FaultyFileSystem()
    let spool = try open(files).makeUpload(id, note: [1])
    try spool.append([2 as UInt8].span.bytes)
    files.fail("fsync folder", EIO)
    #expect(throws: WoofError.self) { try spool.synchronize() }
    files.heal()
    try spool.synchronize()
    #expect(files.calls.contains { $0.name == "fsync folder" })
  }

  @Test func `notes without bytes, bytes without a note, and other files are swept`() throws {
    let other = UploadID(random: SystemRandomSource())
    _ = try open()
    try folder.write("x", to: "data/uploads/\(id)")
    try folder.write("x", to: "data/uploads/\(other).json")
    try folder.write("x", to: "data/uploads/notes.txt")
    #expect(try open().storedUploads() == [])
    #expect(folder.files(below: "data/uploads") == [])
  }

  @Test func `a full disk is reported as such and leaves nothing`() throws {
    let files = FaultyFileSystem()
    let store = try open(files)
    files.fail("write", ENOSPC)
    let error = #expect(throws: WoofError.self) { try store.makeUpload(id, note: [1]) }
    #expect(error?.code == .insufficientStorage)
    files.heal()
    #expect(try store.storedUploads() == [])
  }

  @Test func `bytes of a removed upload become no blob`() throws {
    let store = try open()
    let spool = try store.makeUpload(id, note: [1])
    try spool.append([2 as UInt8].span.bytes)
    try store.removeUpload(id)
    let digest = try #require(Digest(SHA256.digest(of: [2])))
    #expect(throws: WoofError.self) { try spool.place(as: digest) }
    #expect(folder.files(below: "data/blobs") == [])
  }
}
