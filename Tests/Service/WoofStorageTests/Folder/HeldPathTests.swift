// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TestKit
@testable import WoofStorage

@Suite struct HeldPathTests {
  private let folder: TemporaryFolder
  private let files = SystemFileSystem()

  init() throws {
    folder = try TemporaryFolder()
    for name in ["data", "data/blobs", "outside"] { mkdir(folder.path(name), 0o700) }
  }

  private func held(_ name: String) throws -> HeldPath { try HeldPath(folder.path(name)) }

  private func isInData(_ name: String) throws -> Bool { try held(name).lies(in: held("data")) }

  private func link(_ name: String, to target: String) {
    unlink(folder.path(name))
    symlink(target, folder.path(name))
  }

  @Test func `a folder contains its descendants, by whatever names they are found`() throws {
    link("link", to: "data/./blobs/..")
    link("absolute", to: folder.path("data/blobs"))
    link("dangling", to: "data/nothing/here")
    link("outside/up", to: "..")
    for name in [
      "data", "data/", "data/blobs", "data/x/y", "outside/../data/x", "link", "link/x", "link/../data/x", "absolute/x",
      "dangling", "dangling/x", "outside/up/data/x", "outside/up/outside/up/link",
    ] {
      #expect(try isInData(name), "\(name)")
    }
    for name in ["", ".", "outside", "data/..", "data/../x", "data/blobs/../../data2", "link/..", "link/../x"] {
      #expect(try !isInData(name), "\(name)")
    }
  }

  @Test func `a missing folder contains only paths below it`() throws {
    #expect(try held("new/a/b").lies(in: held("new/a")))
    #expect(try held("outside/../new/a").lies(in: held("new/a")))
    #expect(try !held("new/ab").lies(in: held("new/a")))
    #expect(try !held("data").lies(in: held("data/new")))
    try folder.write("1", to: "outside/file")
    #expect(try held("outside/file").lies(in: held("data/../outside/file")))
  }

  @Test(arguments: [
    ("gone/../data/x", ENOENT), ("gone/a/../../data", ENOENT), ("data/gone/..", ENOENT), ("dangling/../data", ENOENT),
    ("loop/x", ELOOP), ("file/x", ENOTDIR), ("file/../data", ENOTDIR),
  ])
  func `a path that cannot be resolved is refused`(name: String, number: Int32) throws {
    link("dangling", to: "gone/a")
    link("loop", to: "pool")
    link("pool", to: "loop")
    try folder.write("1", to: "file")
    let error = #expect(throws: FileSystemError.self) { try held(name) }
    #expect(error?.number == number)
    #expect(error?.path == folder.path(name))
  }

  @Test func `work continues where the path led when it was resolved`() throws {
    link("link", to: "outside")
    let held = try held("link/a/b")
    link("link", to: "data")
    let made = try held.makeFolder(in: files)
    files.close(try files.createFile(at: "\(made.location)/file"))
    #expect(folder.files(below: "outside") == ["a/b/file"])
    #expect(folder.files(below: "data").isEmpty)
  }

  @Test func `a held folder stays the same under another name`() throws {
    let made = try held("outside/a").makeFolder(in: files)
    try #require(rename(folder.path("outside/a"), folder.path("outside/b")) == 0)
    link("outside/a", to: "../data")
    files.close(try files.createFile(at: "\(made.location)/file"))
    #expect(folder.files(below: "outside/b") == ["file"])
    #expect(folder.files(below: "data").isEmpty)
  }

  @Test func `a link in place of a new file is not followed`() throws {
    let held = try held("outside/a/b")
    link("outside/a", to: "../data")
    let error = #expect(throws: FileSystemError.self) { try held.makeFolder(in: files) }
    #expect(error?.number == ENOTDIR)
    #expect(error?.path == folder.path("outside/a/b"))
    #expect(!folder.files(below: "data").contains { $0.hasPrefix("b") } && access(folder.path("data/b"), F_OK) != 0)
  }

  @Test func `a failure names the given path`() throws {
    let made = try held("outside/a").makeFolder(in: files)
    let error = made.named(FileSystemError("open", path: "\(made.location)/x/y", number: EIO)) as? FileSystemError
    #expect(error?.path == folder.path("outside/a/x/y"))
    let other = FileSystemError("open", path: "\(made.location)1/x", number: EIO)
    #expect(made.named(other) as? FileSystemError == other)
  }
}
