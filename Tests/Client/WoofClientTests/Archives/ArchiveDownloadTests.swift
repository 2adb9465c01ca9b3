// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import TestKit
@testable import WoofClient

/// Downloads of archives, from services that break off or send something else.
@Suite struct ArchiveDownloadTests {
  private let folder: TemporaryFolder
  private let data = SampleArchive.data

  init() throws { folder = try TemporaryFolder() }

  private var file: URL { URL(fileURLWithPath: folder.path("lake.zip")) }

  private static func first(_ count: Int) -> ScriptedService.Response {
    .init(
      fields: SampleArchive.fields(), pieces: [SampleArchive.data.prefix(count)],
      ending: .failure(.networkConnectionLost))
  }

  private static func rest(from start: Int, tag: String = #""zip-1""#) -> ScriptedService.Response {
    let all = SampleArchive.data
    var response = ScriptedService.Response(
      status: 206, fields: SampleArchive.fields(tag: tag, byteCount: all.count - start),
      pieces: [all.dropFirst(start) + Data()])
    response.fields["Content-Range"] = "bytes \(start)-\(all.count - 1)/\(all.count)"
    return response
  }

  private func download(_ service: ScriptedService, attempts: Int = 2) async throws -> DownloadedArchive {
    try await service.client(retryPolicy: RetryPolicy(maximumAttempts: attempts))
      .downloadArchive(SampleArchive.made(at: service.url), to: file)
  }

  @Test func `a file appears when all of it has come, and its bytes are counted`() async throws {
    let data = data
    let service = try ScriptedService { _, _ in .init(fields: SampleArchive.fields(), pieces: [data]) }
    let progress = Progress(totalUnitCount: 0)
    let downloaded = try await service.client().downloadArchive(
      SampleArchive.made(at: service.url), to: file, progress: progress)
    #expect(downloaded == DownloadedArchive(file: file, byteCount: 200_000))
    #expect((progress.completedUnitCount, progress.totalUnitCount) == (200_000, 200_000))
    #expect(folder.names == ["lake.zip"] && Data(folder.read("lake.zip")) == data)
  }

  @Test func `a broken download resumes where it was`() async throws {
    let service = try ScriptedService.onSocket { _, number in
      number == 0 ? Self.first(70_000) : Self.rest(from: 70_000)
    }
    #expect(try await download(service).byteCount == 200_000)
    #expect(Data(folder.read("lake.zip")) == data)
    #expect(service.requests.last?.value(forHTTPHeaderField: "Range") == "bytes=70000-")
    #expect(service.requests.last?.value(forHTTPHeaderField: "If-Range") == #""zip-1""#)
  }

  @Test func `an archive that has changed meanwhile is read from the beginning`() async throws {
    let changed = Data(repeating: 7, count: 1000)
    let service = try ScriptedService.onSocket { _, number in
      number == 0
        ? Self.first(70_000)
        : .init(fields: SampleArchive.fields(tag: #""zip-2""#, byteCount: 1000), pieces: [changed])
    }
    #expect(try await download(service).byteCount == 1000)
    #expect(Data(folder.read("lake.zip")) == changed)
  }

  @Test func `a part of another archive is not put behind the first`() async throws {
    let service = try ScriptedService.onSocket { _, number in
      number == 0 ? Self.first(70_000) : Self.rest(from: 70_000, tag: #""zip-2""#)
    }
    #expect(try await failure { _ = try await download(service) }.code == .connectionLost)
    #expect(folder.names.isEmpty)
  }

  @Test func `an archive without a strong tag is asked for as a whole again`() async throws {
    let data = data
    let service = try ScriptedService.onSocket { _, number in
      var response = Self.first(number == 0 ? 70_000 : data.count)
      response.fields["ETag"] = #"W/"zip-1""#
      if number > 0 { response.ending = .complete }
      return response
    }
    _ = try await download(service)
    #expect(service.requests.last?.value(forHTTPHeaderField: "Range") == nil)
    #expect(Data(folder.read("lake.zip")) == data)
  }

  @Test func `fewer bytes than announced leave no file`() async throws {
    let data = data
    let service = try ScriptedService { _, _ in
      .init(fields: SampleArchive.fields(), pieces: [data.prefix(1000)])
    }
    #expect(try await failure { _ = try await download(service, attempts: 1) }.code == .connectionLost)
    #expect(folder.names.isEmpty)
  }

  @Test func `bytes are compared with the digest that the service tells, at the beginning or later`() async throws {
    let digest = try Digest(of: data)
    for tellsAtOnce in [true, false] {
      let service = try ScriptedService.onSocket { _, number in
        var response = number == 0 ? Self.first(70_000) : Self.rest(from: 70_000)
        if tellsAtOnce || number > 0 { response.fields["Repr-Digest"] = ReprDigest.value(for: digest) }
        return response
      }
      #expect(try await download(service).digest == digest)
    }
  }

  @Test func `bytes that are not those of the digest leave no file`() async throws {
    let data = data
    let service = try ScriptedService { _, _ in
      var response = ScriptedService.Response(fields: SampleArchive.fields(), pieces: [data])
      response.fields["Repr-Digest"] = "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"
      return response
    }
    #expect(try await failure { _ = try await download(service) }.code == .digestMismatch)
    #expect(folder.names.isEmpty)
  }

  @Test func `a digest that cannot be read, or of another kind, is none`() async throws {
    let data = data
    for field in ["x", "sha-256=:AAAA:", "sha-512=:AAAA:", ""] {
      let service = try ScriptedService { _, _ in
        var response = ScriptedService.Response(fields: SampleArchive.fields(), pieces: [data])
        response.fields["Repr-Digest"] = field
        return response
      }
      #expect(try await download(service).digest == nil)
    }
  }

  @Test func `something else than an archive leaves no file, and the error does not tell the secret`() async throws {
    let service = try ScriptedService { _, _ in .init(fields: ["Content-Type": "text/html"], pieces: [Data("x".utf8)]) }
    let error = try await failure { _ = try await download(service) }
    #expect(error.code == .invalidServerResponse)
    #expect(error.message.contains("/v1/archives/…") && !error.message.contains(SampleArchive.secret))
    #expect(folder.names.isEmpty)
  }

  @Test func `a cancelled download leaves no file`() async throws {
    let data = data
    let service = try ScriptedService { _, _ in .init(fields: SampleArchive.fields(), pieces: [data], ending: .open) }
    let (client, file, progress) = (service.client(), file, Progress(totalUnitCount: 0))
    let archive = try SampleArchive.made(at: service.url)
    let task = Task { try await client.downloadArchive(archive, to: file, progress: progress) }
    while progress.completedUnitCount == 0 { await Task.yield() }
    #expect(folder.names.count == 1)
    progress.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(folder.names.isEmpty)
  }

  @Test func `an account's credential goes with the archive of an album alone`() async throws {
    let data = data
    let service = try ScriptedService { _, _ in .init(fields: SampleArchive.fields(), pieces: [data]) }
    let store = MemoryCredentialStore()
    await store.save(Credential(name: "ada", password: "wag"), for: service.url)
    let client = service.client(signIn: SignIn(store: store, allowsPlainHTTP: true))
    var link = try SampleLink.shared()
    link.key = SharedLinkKey(key: "wagging", expiresAt: SampleAlbum.id.uuid.createdAt)
    try await client.downloadArchive(ofAlbum: SampleAlbum.id, to: file)
    try await client.downloadArchive(SampleArchive.made(at: service.url), to: file)
    try await client.downloadArchive(sharedBy: link, to: file)
    #expect(
      service.requests.map { $0.url?.path } == [
        "/v1/albums/\(SampleAlbum.id)/archive", "/v1/archives/\(SampleArchive.secret)",
        "/v1/shared/\(SampleLink.token)/archive",
      ])
    #expect(service.requests.map { $0.value(forHTTPHeaderField: "Authorization") != nil } == [true, false, false])
    #expect(service.requests.map { $0.value(forHTTPHeaderField: "Woof-Link-Key") } == [nil, nil, "wagging"])
  }

  @Test func `a service of an app's own without archives says so`() async throws {
    struct Photos: TransferService {
      func fetchPhoto(_ bytes: PhotoBytes, progress: Progress?) async throws -> FetchedPhoto {
        throw CancellationError()
      }
      func download(_ bytes: PhotoBytes, to file: URL, progress: Progress?) async throws -> DownloadedPhoto {
        throw CancellationError()
      }
      func upload(_ upload: PhotoUpload, progress: Progress?) async throws -> UploadedPhoto {
        throw CancellationError()
      }
    }
    let error = try await failure { try await Photos().downloadArchive(ofAlbum: SampleAlbum.id, to: file) }
    #expect(error.code == .notImplemented)
  }
}
