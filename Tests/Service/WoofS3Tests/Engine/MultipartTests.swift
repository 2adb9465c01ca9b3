// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofCryptography

@testable import ObjectStoreTestKit
@testable import TestKit
@testable import WoofS3

/// Uploads in parts to a real store.
@Suite(
  .enabled(if: ObjectStoreEngine.isInstalled, Comment(rawValue: ObjectStoreEngine.advice)), .timeLimit(.minutes(5)))
struct MultipartTests {
  private static let part = [UInt8](repeating: 1, count: S3Client.smallestPart)

  private func read(_ client: S3Client, _ key: S3ObjectKey) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    try await client.get(key, expecting: nil) { bytes += $0 }
    return bytes
  }

  @Test func `parts become an object in the order of their numbers, the last one of each`() async throws {
    let client = try await ObjectStoreEngine.shared.makeBucket()
    let key = try S3ObjectKey("a")
    let folder = try TemporaryFolder()
    try folder.write([7, 8], to: "last")
    let upload = try await client.createUpload(key, contentType: "image/jpeg")
    let last = try await client.uploadPart(
      2, of: upload, file: folder.path("last"), byteCount: 2, digest: SHA256.digest(of: [7, 8]))
    _ = try await client.uploadPart(1, of: upload, bytes: [0])
    let first = try await client.uploadPart(1, of: upload, bytes: Self.part)
    #expect(try await client.head(key) == nil)
    try await client.complete(upload, [first, last])
    #expect(try await read(client, key) == Self.part + [7, 8])
    var bytes: [UInt8] = []
    let end = Int64(Self.part.count)
    try await client.get(key, range: end - 1..<end + 1) { bytes += $0 }
    #expect(bytes == [1, 7])
  }

  @Test func `a part that is too small is refused when the object is made`() async throws {
    let client = try await ObjectStoreEngine.shared.makeBucket()
    let upload = try await client.createUpload(S3ObjectKey("a"))
    let parts = [
      try await client.uploadPart(1, of: upload, bytes: [1]), try await client.uploadPart(2, of: upload, bytes: [2]),
    ]
    let error = await #expect(throws: S3Error.self) { try await client.complete(upload, parts) }
    #expect(error?.code == "EntityTooSmall")
  }

  @Test func `an upload that is given up is gone, and may be given up again`() async throws {
    let client = try await ObjectStoreEngine.shared.makeBucket()
    let upload = try await client.createUpload(S3ObjectKey("a"))
    try await client.abort(upload)
    try await client.abort(upload)
    let error = await #expect(throws: S3Error.self) { try await client.uploadPart(1, of: upload, bytes: [1]) }
    #expect(error?.reason == .uploadMissing)
  }

  @Test func `uploads that nobody completes are found, and given up when they are old enough`() async throws {
    let client = try await ObjectStoreEngine.shared.makeBucket()
    for name in ["a", "b", "c"] { _ = try await client.createUpload(S3ObjectKey("parts/\(name)")) }
    _ = try await client.createUpload(S3ObjectKey("other"))
    #expect(try await client.listUploads(prefix: "parts/").entries.map(\.key) == ["parts/a", "parts/b", "parts/c"])
    #expect(try await client.abortUploads(olderThan: 3_600, prefix: "parts/") == 0)
    #expect(try await client.abortUploads(olderThan: -60, prefix: "parts/") == 3)
    #expect(try await client.listUploads().entries.map(\.key) == ["other"])
  }

  @Test func `a large file is put in parts`() async throws {
    let client = try await ObjectStoreEngine.shared.makeBucket()
    let folder = try TemporaryFolder()
    let content = Self.part + Self.part.map { $0 &+ 1 } + [9]
    try folder.write(content, to: "file")
    let key = try S3ObjectKey("large")
    try await client.putInParts(key, file: folder.path("file"), partByteCount: 1)
    #expect(client.statistics.requests[.uploadPart] == 3)
    #expect(try await read(client, key) == content)
    #expect(try await client.listUploads().entries.isEmpty)
  }

  @Test func `completing twice tells that the upload is gone`() async throws {
    let client = try await ObjectStoreEngine.shared.makeBucket()
    let upload = try await client.createUpload(S3ObjectKey("a"))
    let part = try await client.uploadPart(1, of: upload, bytes: [1])
    try await client.complete(upload, [part])
    let again = S3Upload(key: upload.key, id: "never-begun")
    let error = await #expect(throws: S3Error.self) { try await client.complete(again, [part]) }
    #expect(error?.reason == .uploadMissing)
  }
}
