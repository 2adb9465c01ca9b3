// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofSystem

@testable import TestKit

@Suite struct OutputFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a new file has the bytes, and nothing else is left beside it`() throws {
    let output = OutputFile(at: folder.path("new"))
    #expect(!output.isStanding)
    try output.check()
    #expect(folder.names == [])
    try output.write("dog".utf8)
    #expect(folder.read("new") == Array("dog".utf8))
    #expect(folder.names == ["new"])
  }

  @Test func `an ordinary file is replaced by another one`() throws {
    try folder.write("cat and more", to: "old")
    let reader = FileDescriptor(open(folder.path("old"), O_RDONLY | O_CLOEXEC))
    try OutputFile(at: folder.path("old")).write("dog".utf8)
    #expect(folder.read("old") == Array("dog".utf8))
    var byte: UInt8 = 0
    #expect(read(reader.number, &byte, 1) == 1)
    #expect(byte == UInt8(ascii: "c"))
  }

  @Test func `a pipe is written into and stays`() throws {
    let path = folder.path("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let output = OutputFile(at: path)
    #expect(output.isStanding)
    try output.check()
    // Open for both, so that neither end waits for the other.
    let pipe = FileDescriptor(open(path, O_RDWR | O_CLOEXEC))
    try output.write("dog".utf8)
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(pipe.number, &bytes, 8) == 3)
    #expect(bytes.starts(with: "dog".utf8))
    #expect(OutputFile(at: path).isStanding)
  }

  @Test func `a folder is not replaced, and nothing is left beside it`() throws {
    try #require(mkdir(folder.path("folder"), 0o700) == 0)
    #expect(throws: SystemError.self) { try OutputFile(at: folder.path("folder")).write("dog".utf8) }
    #expect(folder.names == ["folder"])
  }

  @Test func `a file in a folder that is not there cannot be written, which a check tells before`() throws {
    let output = OutputFile(at: folder.path("none/file"))
    let error = #expect(throws: SystemError.self) { try output.check() }
    #expect(error?.number == ENOENT)
  }

  @Test func `a draft is only this user's to read`() throws {
    let draft = try DraftFile("dog".utf8, beside: folder.path("file"))
    var status = stat()
    #expect(stat(draft.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    draft.remove()
    #expect(folder.names == [])
  }
}
