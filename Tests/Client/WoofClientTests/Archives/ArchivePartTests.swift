// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import TestKit
@testable import WoofClient

/// Downloads of archives that go on after the program was ended.
@Suite struct ArchivePartTests {
  private let folder: TemporaryFolder
  private let data = SampleArchive.data

  init() throws { folder = try TemporaryFolder() }

  private var part: ArchivePart { ArchivePart(of: folder.path("lake.zip")) }

  // MARK: Services

  /// A service that breaks the connection after so many bytes of the first response, and has all of the archive then.
  private static func breaking(after count: Int, tag: String = #""zip-1""#, digest: String? = nil) throws
    -> ScriptedService
  {
    try ScriptedService.onSocket { request, number in
      var fields = SampleArchive.fields(tag: tag)
      if number > 0 { fields["Repr-Digest"] = digest }
      if number == 0 {
        return .init(
          fields: fields, pieces: [SampleArchive.data.prefix(count)], ending: .failure(.networkConnectionLost))
      }
      guard let range = request.value(forHTTPHeaderField: "Range"),
        request.value(forHTTPHeaderField: "If-Range") == tag,
        let start = Int(range.dropFirst(6).dropLast())
      else { return .init(fields: fields, pieces: [SampleArchive.data]) }
      fields["Content-Length"] = "\(SampleArchive.data.count - start)"
      fields["Content-Range"] = "bytes \(start)-\(SampleArchive.data.count - 1)/\(SampleArchive.data.count)"
      return .init(status: 206, fields: fields, pieces: [SampleArchive.data.dropFirst(start) + Data()])
    }
  }

  /// Downloads what can be had in one attempt, as a program does that is ended then.
  private func attempt(
    _ service: ScriptedService, _ subject: String = "lake", restarts: @escaping @Sendable () throws -> Void = {}
  ) async throws -> DownloadedArchive {
    let archive = try SampleArchive.made(at: service.url)
    let facts = part.facts(about: subject, at: archive, after: part.facts(about: subject))
    return try await service.client(retryPolicy: .never).downloadArchive(
      resuming: part, facts, progress: nil, restarts: restarts)
  }

  private func failedAttempt(_ service: ScriptedService) async throws -> WoofError.Code {
    try await failure { _ = try await attempt(service) }.code
  }

  private func field(of data: Data) throws -> String { ReprDigest.value(for: try Digest(of: data)) }

  // MARK: Going on

  @Test func `what has come stays, and the next attempt goes on with it`() async throws {
    let service = try Self.breaking(after: 70_000)
    #expect(try await failedAttempt(service) == .connectionLost)
    #expect(folder.names.sorted() == ["lake.zip.part", "lake.zip.part.json"] && part.count == 70_000)
    #expect(try await attempt(service).byteCount == 200_000)
    #expect(service.requests.last?.value(forHTTPHeaderField: "Range") == "bytes=70000-")
    #expect(service.requests.last?.value(forHTTPHeaderField: "If-Range") == #""zip-1""#)
    #expect(folder.names == ["lake.zip"] && Data(folder.read("lake.zip")) == data)
  }

  @Test func `a part that is whole asks for its last byte, so that it is known to be the archive still`() async throws {
    let service = try Self.breaking(after: 70_000)
    #expect(try await failedAttempt(service) == .connectionLost)
    try folder.write([UInt8](data), to: "lake.zip.part")
    #expect(try await attempt(service).byteCount == 200_000)
    #expect(service.requests.last?.value(forHTTPHeaderField: "Range") == "bytes=199999-")
    #expect(Data(folder.read("lake.zip")) == data)
  }

  @Test func `a part that is longer than the archive is no part of it`() async throws {
    let service = try Self.breaking(after: 70_000)
    #expect(try await failedAttempt(service) == .connectionLost)
    try folder.write([UInt8](data) + [0], to: "lake.zip.part")
    #expect(try await attempt(service).byteCount == 200_000)
    #expect(service.requests.last?.value(forHTTPHeaderField: "Range") == nil)
    #expect(Data(folder.read("lake.zip")) == data)
  }

  @Test func `an archive that has changed meanwhile begins anew, and says so`() async throws {
    #expect(try await failedAttempt(try Self.breaking(after: 70_000)) == .connectionLost)
    let changed = Data(repeating: 7, count: 1000)
    let service = try ScriptedService { _, _ in
      .init(fields: SampleArchive.fields(tag: #""zip-2""#, byteCount: 1000), pieces: [changed])
    }
    try await confirmation { confirmation in
      let downloaded = try await attempt(service) { confirmation() }
      #expect(downloaded.byteCount == 1000)
    }
    #expect(folder.names == ["lake.zip"] && Data(folder.read("lake.zip")) == changed)
  }

  @Test func `whoever does not want to begin anew keeps what has come`() async throws {
    struct Stop: Error {}
    #expect(try await failedAttempt(try Self.breaking(after: 70_000)) == .connectionLost)
    let service = try ScriptedService { _, _ in
      .init(fields: SampleArchive.fields(tag: #""zip-2""#, byteCount: 3), pieces: [Data("abc".utf8)])
    }
    await #expect(throws: Stop.self) { _ = try await attempt(service) { throw Stop() } }
    #expect(part.count == 70_000 && part.facts(about: "lake")?.tag == #""zip-1""#)
  }

  @Test func `an archive that changes and breaks off is gone on with as the new one`() async throws {
    #expect(try await failedAttempt(try Self.breaking(after: 70_000)) == .connectionLost)
    let service = try Self.breaking(after: 30_000, tag: #""zip-2""#)
    #expect(try await failedAttempt(service) == .connectionLost)
    #expect(part.count == 30_000 && part.facts(about: "lake")?.tag == #""zip-2""#)
    #expect(try await attempt(service).byteCount == 200_000)
    #expect(service.requests.last?.value(forHTTPHeaderField: "Range") == "bytes=30000-")
    #expect(Data(folder.read("lake.zip")) == data)
  }

  @Test func `an address that has expired leaves what has come`() async throws {
    #expect(try await failedAttempt(try Self.breaking(after: 70_000)) == .connectionLost)
    #expect(try await failedAttempt(try ScriptedService { _, _ in .problem(.notFound) }) == .notFound)
    #expect(part.count == 70_000 && part.facts(about: "lake")?.tag == #""zip-1""#)
  }

  @Test func `an archive without a strong tag is asked for as a whole again`() async throws {
    let service = try Self.breaking(after: 70_000, tag: #"W/"zip-1""#)
    #expect(try await failedAttempt(service) == .connectionLost)
    #expect(try await attempt(service).byteCount == 200_000)
    #expect(service.requests.last?.value(forHTTPHeaderField: "Range") == nil)
    #expect(Data(folder.read("lake.zip")) == data)
  }

  // MARK: Digests

  @Test func `the digest counts for all bytes, also those of an earlier program`() async throws {
    let service = try Self.breaking(after: 70_000, digest: try field(of: data))
    #expect(try await failedAttempt(service) == .connectionLost)
    let digest = try Digest(of: data)
    #expect(try await attempt(service).digest == digest)
  }

  @Test func `a part that somebody changed is found by the digest, and nothing is left of it`() async throws {
    let service = try Self.breaking(after: 70_000, digest: try field(of: data))
    #expect(try await failedAttempt(service) == .connectionLost)
    var bytes = folder.read("lake.zip.part")
    bytes[5] ^= 1
    try folder.write(bytes, to: "lake.zip.part")
    #expect(try await failedAttempt(service) == .digestMismatch)
    #expect(folder.names.isEmpty)
  }

  // MARK: Files

  @Test func `its owner alone may read the address of the archive`() async throws {
    #expect(try await failedAttempt(try Self.breaking(after: 70_000)) == .connectionLost)
    var status = stat()
    #expect(stat(folder.path("lake.zip.part.json"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(String(decoding: folder.read("lake.zip.part.json"), as: UTF8.self).contains(SampleArchive.secret))
  }

  @Test func `a part is known by its subject and its name`() async throws {
    #expect(try await failedAttempt(try Self.breaking(after: 70_000)) == .connectionLost)
    #expect(part.facts(about: "lake") != nil && part.facts(about: "hills") == nil)
    try FileManager.default.copyItem(atPath: folder.path("lake.zip.part"), toPath: folder.path("x.zip.part"))
    try FileManager.default.copyItem(atPath: folder.path("lake.zip.part.json"), toPath: folder.path("x.zip.part.json"))
    #expect(ArchivePart(of: folder.path("x.zip")).facts(about: "lake") == nil)
    try folder.write([], to: "lake.zip.part")
    #expect(part.facts(about: "lake") == nil)
  }

  @Test(arguments: ["", "{}", "x", #"{"name":"lake.zip"}"#, String(repeating: " ", count: 70_000)])
  func `what is no part of an archive is not written over`(text: String) throws {
    try folder.write("mine", to: "lake.zip.part")
    try folder.write(text, to: "lake.zip.part.json")
    #expect(throws: WoofError.self) { try part.check() }
    #expect(part.facts(about: "lake") == nil)
    unlink(folder.path("lake.zip.part"))
    try part.check()
  }

  @Test func `a link is no part of an archive`() async throws {
    let service = try Self.breaking(after: 70_000)
    try folder.write("mine", to: "other")
    symlink(folder.path("other"), folder.path("lake.zip.part"))
    #expect(try await failedAttempt(service) == .fileNotWritable)
    #expect(folder.read("other") == Array("mine".utf8))
  }

  @Test func `only one program writes a part`() throws {
    let path = folder.path("lake.zip.part")
    let first = try PartialFile(keptAt: path, for: folder.path("lake.zip"))
    #expect(throws: WoofError.self) { _ = try PartialFile(keptAt: path, for: folder.path("lake.zip")) }
    _ = consume first
    _ = try PartialFile(keptAt: path, for: folder.path("lake.zip"))
    #expect(folder.names == ["lake.zip.part"])
  }

  @Test func `the longest name leaves room for the endings`() async throws {
    let name = String(repeating: "ü", count: 125) + ".zip"
    let part = ArchivePart(of: folder.path(name))
    let service = try ScriptedService { [data] _, _ in .init(fields: SampleArchive.fields(), pieces: [data]) }
    let facts = part.facts(about: "lake", at: try SampleArchive.made(at: service.url))
    _ = try await service.client().downloadArchive(resuming: part, facts, progress: nil, restarts: {})
    #expect(folder.names == [name])
  }
}
