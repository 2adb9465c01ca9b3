// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofStorage

@testable import ServiceTestKit
@testable import TestKit
import WoofSQLite

@Suite struct DataFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a folder is made with its parents, for its owner only`() throws {
    let path = "\(folder.path)/a/b/data"
    let opened = try DataFolder.open(at: path, for: .service)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    withExtendedLifetime(opened) {}
  }

  @Test func `new folders are made durable, from the outside in`() throws {
    let files = FaultyFileSystem()
    _ = try DataFolder.open(at: "\(folder.path)/a/b", for: .service, files: files)
    let synced = files.calls.filter { $0.name == "fsync folder" }.map(\.path)
    #expect(synced == [folder.path, "\(folder.path)/a"])
  }

  @Test func `a second service is refused with the process of the first`() throws {
    let first = try DataFolder.open(at: folder.path, for: .service)
    let error = #expect(throws: StorageError.self) { try DataFolder.open(at: folder.path, for: .service) }
    #expect(error?.code == .inUse)
    #expect(error?.message.contains("process \(getpid())") == true)
    withExtendedLifetime(first) {}
  }

  @Test func `a folder can be opened for accounts beside a service`() throws {
    let first = try DataFolder.open(at: folder.path, for: .service)
    try folder.write("a database", to: "woof.db")
    _ = try DataFolder.open(at: folder.path, for: .accounts)
    withExtendedLifetime(first) {}
  }

  @Test func `a folder is free again after the service has gone`() throws {
    _ = try DataFolder.open(at: folder.path, for: .service)
    _ = try DataFolder.open(at: folder.path, for: .service)
  }

  @Test func `a folder that was given up is free again, whoever still refers to it`() throws {
    let first = try DataFolder.open(at: folder.path, for: .service)
    first.close()
    let second = try DataFolder.open(at: folder.path, for: .service)
    first.close()
    #expect(throws: StorageError.self) { try DataFolder.open(at: folder.path, for: .service) }
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a folder that cannot be made is named`() throws {
    let error = #expect(throws: StorageError.self) { try DataFolder.open(at: "/proc/woof", for: .service) }
    #expect(error?.code == .inaccessible)
    #expect(error?.message.contains("/proc/woof") == true)
  }

  @Test func `a path can be relative`() throws {
    #expect(DataFolder.absolute("data").hasPrefix("/") && DataFolder.absolute("data").hasSuffix("/data"))
    #expect(DataFolder.absolute("/data") == "/data")
  }
}
