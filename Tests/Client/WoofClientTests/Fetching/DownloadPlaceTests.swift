// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@testable import TestKit
@testable import WoofClient

/// What stands already where a download is to be.
@Suite struct DownloadPlaceTests {
  private let data = SamplePhoto.next()
  private let folder: TemporaryFolder
  private let service: ScriptedService

  init() throws {
    folder = try TemporaryFolder()
    let (data, fields) = (data, try SamplePhoto.fields(of: data))
    service = try ScriptedService { _, _ in .init(fields: fields, pieces: [data]) }
  }

  private var path: String { folder.path("rex.jpg") }

  private func download() async throws {
    try await service.client().download(try SamplePhoto.metadata(of: data), to: URL(fileURLWithPath: path))
  }

  /// What kind of thing is at the path, links not followed.
  private var kind: mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  @Test func `a pipe is not replaced, and nothing is requested for it`() async throws {
    #expect(mkfifo(path, 0o600) == 0)
    let error = try await failure { try await download() }
    #expect(error.code == .fileNotWritable)
    #expect(error.message.contains("it is no ordinary file: choose another name"))
    #expect(kind == S_IFIFO)
    #expect(folder.names == ["rex.jpg"])
    #expect(service.requests.isEmpty)
  }

  @Test func `a link to a device is not replaced`() async throws {
    #expect(symlink("/dev/null", path) == 0)
    let error = try await failure { try await download() }
    #expect(error.code == .fileNotWritable)
    #expect(kind == S_IFLNK)
    #expect(folder.names == ["rex.jpg"])
  }

  @Test(arguments: ["an older one.jpg", "nothing"])
  func `a link to an ordinary file, or to nothing, is replaced`(target: String) async throws {
    try folder.write("an older one", to: "an older one.jpg")
    #expect(symlink(folder.path(target), path) == 0)
    try await download()
    #expect(kind == S_IFREG)
    #expect(Data(folder.read("rex.jpg")) == data)
    #expect(folder.read("an older one.jpg") == Array("an older one".utf8))
  }
}
