// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCore
import WoofCryptography
import WoofModel
import WoofStoreConformance

@testable import ServiceTestKit
@testable import TestKit
@testable import WoofStorage

@Suite(.timeLimit(.minutes(1))) struct BlobDurabilityTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a placed blob survives a power cut`() throws {
    let files = try PowerCutFileSystem(root: folder.path)
    let store = try open(files)
    let digest = try place([1, 2, 3], in: store)
    let remains = try files.cutPower()
    #expect(try bytes(of: digest, under: "\(remains.path)/data/blobs") == [1, 2, 3])
  }

  @Test func `a blob that another upload just renamed survives a power cut, too`() throws {
    let files = try PowerCutFileSystem(root: folder.path)
    let digest = try #require(Digest(SHA256.digest(of: [5, 6])))
    // A process that died after renaming the file, before it made sure of the folders.
    let first = try open(files)
    let layout = first.layout
    let descriptor = try files.createFile(at: layout.path(of: digest))
    _ = try [5, 6 as UInt8].withUnsafeBytes { try files.write($0, to: descriptor) }
    try files.synchronizeFile(descriptor)
    files.close(descriptor)
    #expect(try place([5, 6], in: open(files)) == digest)
    let remains = try files.cutPower()
    #expect(try bytes(of: digest, under: "\(remains.path)/data/blobs") == [5, 6])
  }

  @Test func `bytes are synchronized before they get their name, and the name before the hold`() throws {
    let files = FaultyFileSystem()
    let store = try open(files)
    let spool = try store.makeSpool()
    try spool.append([1].span.bytes)
    files.heal()
    let digest = try #require(Digest(SHA256.digest(of: [1])))
    _ = try spool.place(as: digest)
    let names = files.calls.map(\.name).filter { ["fsync", "rename", "fsync folder"].contains($0) }
    #expect(names == ["fsync", "rename", "fsync folder"])
    let synced = files.calls.filter { $0.name == "fsync folder" }.map(\.path)
    #expect(synced == [store.layout.folder(of: digest)])
  }

  @Test func `the folders of blobs are on the disk before the first blob`() throws {
    let files = try PowerCutFileSystem(root: folder.path)
    let layout = try open(files).layout
    let remains = try files.cutPower()
    let root = "\(remains.path)/data/blobs"
    for (path, names) in BlobLayout(root: root).folders {
      #expect(try SystemFileSystem().names(in: path).sorted() == names)
    }
    #expect(layout.folders.count == 16)
  }

  @Test func `missing folders are made at the next start`() throws {
    let layout = try open(SystemFileSystem()).layout
    #expect(rmdir("\(layout.root)/7/7") == 0)
    #expect(rmdir("\(layout.root)/a/0") == 0)
    _ = try open(SystemFileSystem())
    for (path, names) in layout.folders { #expect(try SystemFileSystem().names(in: path).sorted() == names) }
  }

  @Test(arguments: [("write", ENOSPC), ("create", ENOSPC), ("rename", ENOSPC)])
  func `a full disk is reported as such`(_ call: String, _ number: Int32) async throws {
    let files = FaultyFileSystem()
    let store = try open(files)
    files.fail(call, number)
    await expectProblem(.insufficientStorage) { _ = try place([1, 2], in: store) }
    files.heal()
    try expectNothingIn(store)
  }

  @Test(arguments: ["write", "fsync", "fsync folder", "rename"])
  func `a failing disk is an internal error, and the blob can be placed again`(_ call: String) async throws {
    let files = FaultyFileSystem()
    let store = try open(files)
    files.fail(call, EIO)
    await expectProblem(.internal) { _ = try place([1, 2], in: store) }
    files.heal()
    let digest = try place([1, 2], in: store)
    #expect(try bytes(of: digest, under: store.layout.root) == [1, 2])
    #expect(try SystemFileSystem().names(in: "\(folder.path)/data/spool").isEmpty)
  }

  @Test func `bytes are complete if the system writes them in parts`() throws {
    let files = FaultyFileSystem()
    let store = try open(files)
    files.decide { call, _ in call.name == "write" ? .short(3) : .success }
    let bytes = (0..<100).map { UInt8($0) }
    let digest = try place(bytes, in: store)
    #expect(try self.bytes(of: digest, under: store.layout.root) == bytes)
  }

  @Test func `a file of another length under the digest is replaced`() throws {
    let store = try open(SystemFileSystem())
    let digest = try place([1, 2, 3], in: store)
    truncate(store.layout.path(of: digest), 1)
    _ = try place([1, 2, 3], in: store)
    #expect(try bytes(of: digest, under: store.layout.root) == [1, 2, 3])
  }

  @Test func `a dropped spool leaves nothing`() throws {
    let store = try open(SystemFileSystem())
    do {
      let spool = try store.makeSpool()
      try spool.append([1].span.bytes)
    }
    try expectNothingIn(store)
  }

  @Test func `names of blobs read back, and other names do not`() throws {
    let digest = Sample.digest(1)
    #expect(BlobLayout.digest(of: digest.hexadecimal) == digest)
    for name in ["", "README", "\(digest.hexadecimal)0", digest.hexadecimal.uppercased(), "\(digest)"] {
      #expect(BlobLayout.digest(of: name) == nil)
    }
  }

  private func open(_ files: any FileSystem) throws -> FileBlobStore {
    try FileBlobStore(in: DataFolder.open(at: "\(folder.path)/data", for: .service, files: files))
  }

  private func place(_ bytes: [UInt8], in store: FileBlobStore) throws -> Digest {
    let spool = try store.makeSpool()
    try spool.append(bytes.span.bytes)
    let digest = try #require(Digest(SHA256.digest(of: bytes)))
    _ = try spool.place(as: digest)
    return digest
  }

  private func bytes(of digest: Digest, under root: String) throws -> [UInt8]? {
    let files = SystemFileSystem()
    guard let descriptor = try files.openFile(at: BlobLayout(root: root).path(of: digest)) else { return nil }
    defer { files.close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Int(try files.byteCount(of: descriptor)))
    pread(descriptor, &bytes, bytes.count, 0)
    return bytes
  }

  private func expectNothingIn(_ store: FileBlobStore) throws {
    let files = SystemFileSystem()
    #expect(try files.names(in: "\(folder.path)/data/spool").isEmpty)
    for folder in try files.names(in: store.layout.root).map({ "\(store.layout.root)/\($0)" }) {
      for subfolder in try files.names(in: folder) { #expect(try files.names(in: "\(folder)/\(subfolder)").isEmpty) }
    }
  }
}
