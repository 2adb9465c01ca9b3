// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing
import URLLoading

@testable import TestKit
@testable import WoofClient

@Suite struct DownloadTests {
  private let data = SamplePhoto.large(byteCount: 200_000)
  private let folder: TemporaryFolder
  private let photo: PhotoMetadata

  init() throws {
    folder = try TemporaryFolder()
    photo = try SamplePhoto.metadata(of: data)
  }

  private var file: URL { URL(fileURLWithPath: folder.path("rex.jpg")) }

  private func service(
    _ change: @escaping @Sendable (inout ScriptedService.Response, Int) -> Void = { _, _ in }
  ) throws -> ScriptedService {
    let (data, fields) = (data, try SamplePhoto.fields(of: data))
    return try ScriptedService { _, number in
      var response = ScriptedService.Response(fields: fields, pieces: [data])
      change(&response, number)
      return response
    }
  }

  @Test func `a file appears when all of it has come, and no other file does`() async throws {
    let downloaded = try await service().client().download(photo, to: file)
    #expect(downloaded.file == file)
    #expect(downloaded.digest == photo.digest)
    #expect(folder.names == ["rex.jpg"])
    #expect(Data(folder.read("rex.jpg")) == data)
  }

  @Test func `a file of the same name is replaced`() async throws {
    try folder.write("an older one", to: "rex.jpg")
    try await service().client().download(photo, to: file)
    #expect(Data(folder.read("rex.jpg")) == data)
  }

  @Test func `a broken download resumes where it was`() async throws {
    let data = data
    let fields = try SamplePhoto.fields(of: data)
    let breaking = try ScriptedService.onSocket({ _, number in
      var response = ScriptedService.Response(fields: fields)
      guard number > 0 else {
        (response.pieces, response.ending) = ([data.prefix(70_000)], .failure(.networkConnectionLost))
        return response
      }
      response.status = 206
      response.fields["Content-Range"] = "bytes 70000-\(data.count - 1)/\(data.count)"
      response.fields["Content-Length"] = "\(data.count - 70_000)"
      response.pieces = [data.dropFirst(70_000) + Data()]
      return response
    })
    try await breaking.client(retryPolicy: RetryPolicy(maximumAttempts: 2)).download(photo, to: file)
    #expect(Data(folder.read("rex.jpg")) == data)
    #expect(breaking.requests.last?.value(forHTTPHeaderField: "Range") == "bytes=70000-")
    #expect(breaking.requests.last?.value(forHTTPHeaderField: "If-Range") == "\"\(photo.digest)\"")
  }

  @Test func `the old file stays if the download of a new one fails`() async throws {
    try folder.write("the one before", to: "rex.jpg")
    let other = try SamplePhoto.metadata(of: SamplePhoto.next())
    let error = try await failure { try await service().client().download(other, to: file) }
    #expect(error.code == .digestMismatch)
    #expect(folder.names == ["rex.jpg"])
    #expect(folder.read("rex.jpg") == Array("the one before".utf8))
  }

  @Test func `a cancelled transfer leaves no file`() async throws {
    let (client, file, photo, progress) = (
      try service { response, _ in response.ending = .open }.client(), file, photo, Progress(totalUnitCount: 0)
    )
    let task = Task { try await client.download(photo, to: file, progress: progress) }
    while progress.completedUnitCount == 0 { await Task.yield() }
    #expect(folder.names.count == 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(folder.names.isEmpty)
  }

  @Test func `bytes that are not a picture leave no file`() async throws {
    let html = Data("<html>Sign in to this network</html>".utf8)
    let fields = try SamplePhoto.fields(of: html)
    let portal = try service { response, _ in (response.fields, response.pieces) = (fields, [html]) }
    let error = try await failure { try await portal.client().download(.original(of: photo.id), to: file) }
    #expect(error.code == .unsupportedImage)
    #expect(folder.names.isEmpty)
  }

  @Test func `fewer bytes than announced leave no file`() async throws {
    let data = data
    let lying = try service { response, _ in response.pieces = [data.prefix(1000)] }
    let error = try await failure { try await lying.client().download(photo, to: file) }
    #expect([WoofError.Code.digestMismatch, .connectionLost].contains(error.code))
    #expect(folder.names.isEmpty)
  }

  // MARK: Disks

  @Test func `a full disk is reported and leaves no file`() async throws {
    let client = WoofClient(
      baseURL: try service().url, session: freshSession { $0.protocolClasses = [ScriptedProtocol.self] },
      signIn: .anonymous, retryPolicy: RetryPolicy(), transformers: [],
      environment: ClientEnvironment(clock: InstantClock())
    ) { descriptor, bytes in
      guard lseek(descriptor, 0, SEEK_CUR) < 100_000 else {
        errno = ENOSPC
        return -1
      }
      return write(descriptor, bytes.baseAddress, min(bytes.count, 60_000))
    }
    let error = try await failure { try await client.download(photo, to: file) }
    #expect(error.code == .diskFull)
    #expect(error.message.contains("make some"))
    #expect(folder.names.isEmpty)
  }

  @Test func `a missing folder is reported before a request is sent`() async throws {
    let service = try service()
    let missing = URL(fileURLWithPath: folder.path("nowhere/rex.jpg"))
    let error = try await failure { try await service.client().download(photo, to: missing) }
    #expect(error.code == .fileNotWritable)
    #expect(error.message.contains("make it"))
    #expect(service.requests.isEmpty)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `a folder without write permission is reported`() async throws {
    #expect(chmod(folder.path, 0o500) == 0)
    defer { chmod(folder.path, 0o700) }
    let error = try await failure { try await service().client().download(photo, to: file) }
    #expect(error.code == .fileNotWritable)
  }

  @Test(arguments: [EROFS, EACCES, ENOSPC, EISDIR, EIO])
  func `a disk error is reported in words`(number: Int32) {
    let error = WoofError(writing: "/somewhere/rex.jpg", errno: number)
    #expect(error.message.hasPrefix("/somewhere/rex.jpg cannot be written, as "))
    #expect(error.code == (number == ENOSPC ? .diskFull : .fileNotWritable))
  }

  @Test func `a folder is refused in place of a file`() async throws {
    #expect(mkdir(file.path, 0o700) == 0)
    let error = try await failure { try await service().client().download(photo, to: file) }
    #expect(error.code == .fileNotWritable)
    #expect(folder.names == ["rex.jpg"])
  }

  // MARK: Names

  @Test func `known metadata give the file's name without a request`() async throws {
    let service = try service()
    let downloaded = try await service.client().download(photo, intoFolder: URL(fileURLWithPath: folder.path))
    #expect(downloaded.file.lastPathComponent == "\(photo.id).jpg")
    #expect(service.requests.map(\.httpMethod) == ["GET"])
    #expect(folder.names == ["\(photo.id).jpg"])
  }

  @Test func `a format that would lead out of the folder gives the extension bin`() async throws {
    var photo = photo
    photo.contentType = MediaType(rawValue: "image/../../rex")
    try await service().client().download(photo, intoFolder: URL(fileURLWithPath: folder.path))
    #expect(folder.names == ["\(photo.id).bin"])
  }

  @Test func `other bytes get the name that the service suggests`() async throws {
    let naming = try service { response, number in
      if number == 0 { response.fields["Content-Disposition"] = #"attachment; filename="Rex at home.jpg""# }
    }
    let downloaded = try await naming.client().download(
      .variant("thumb", of: photo.id), intoFolder: URL(fileURLWithPath: folder.path))
    #expect(downloaded.file.lastPathComponent == "Rex at home.jpg")
    #expect(naming.requests.map(\.httpMethod) == ["HEAD", "GET"])
    #expect(naming.requests.first?.url?.path == "/v1/photos/\(photo.id)/variants/thumb")
    #expect(naming.requests.first?.url?.query == "download")
    #expect(folder.names == ["Rex at home.jpg"])
  }

  @Test(arguments: ["../rex.jpg", "/tmp/rex.jpg", ".bashrc"])
  func `a name that leads out of the folder is refused`(name: String) async throws {
    let hostile = try service { response, _ in
      response.fields["Content-Disposition"] = "attachment; filename=\"\(name)\""
    }
    let inner = folder.path("inner")
    #expect(mkdir(inner, 0o700) == 0)
    let error = try await failure {
      try await hostile.client().download(.original(of: photo.id), intoFolder: URL(fileURLWithPath: inner))
    }
    #expect(error.code == .invalidServerResponse)
    #expect(folder.names == ["inner"])
    #expect(folder.files(below: "inner").isEmpty)
  }
}
