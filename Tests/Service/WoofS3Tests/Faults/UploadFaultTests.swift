// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ObjectStoreTestKit
@testable import TestKit
@testable import WoofS3

/// Uploads in parts to a store that fails.
@Suite(.timeLimit(.minutes(2))) struct UploadFaultTests {
  private let store: FaultyObjectStore
  private let client: S3Client
  private let key: S3ObjectKey

  init() throws {
    store = try FaultyObjectStore()
    client = try store.client()
    key = try S3ObjectKey("a")
  }

  private static func refusal(_ code: String) -> String { "<Error><Code>\(code)</Code></Error>" }

  /// An upload with one part, and the part.
  private func begin() async throws -> (S3Upload, [S3UploadedPart]) {
    let upload = try await client.createUpload(key)
    return (upload, [try await client.uploadPart(1, of: upload, bytes: [1, 2, 3])])
  }

  @Test func `an upload whose beginning may have been heard is not begun again`() async {
    store.fail("POST", .loseAnswer)
    let error = await #expect(throws: S3Error.self) { try await client.createUpload(key) }
    #expect(error?.reason == .interrupted)
    #expect(store.requests.count == 1)
  }

  @Test func `an upload whose beginning was refused for the moment is begun again`() async throws {
    store.fail("POST", .refuse(503, content: Self.refusal("SlowDown")))
    _ = try await client.createUpload(key)
    #expect(store.uploadCount == 1)
  }

  @Test func `a completion whose answer is lost is looked up`() async throws {
    let (upload, parts) = try await begin()
    store.fail("POST", .loseAnswer)
    try await client.complete(upload, parts)
    #expect(store.object("a") == [1, 2, 3])
  }

  @Test func `a completion that never arrived is sent again`() async throws {
    let (upload, parts) = try await begin()
    store.fail("POST", .hangUp)
    try await client.complete(upload, parts)
    #expect(store.object("a") == [1, 2, 3])
  }

  @Test func `a lost completion is no success where another object is there`() async throws {
    let (upload, parts) = try await begin()
    store.fail("POST", .hangUp)
    store.put([9], as: "a")
    try await client.abort(upload)
    let error = await #expect(throws: S3Error.self) { try await client.complete(upload, parts) }
    #expect(error?.reason == .uploadMissing)
  }

  @Test func `an error after a status of success is an error`() async throws {
    let (upload, parts) = try await begin()
    store.fail("POST", .refuse(200, content: "  \r\n" + Self.refusal("EntityTooSmall")))
    let error = await #expect(throws: S3Error.self) { try await client.complete(upload, parts) }
    #expect(error?.reason == .refused)
    #expect(error?.code == "EntityTooSmall")
  }

  @Test func `an internal error after a status of success is waited out`() async throws {
    let (upload, parts) = try await begin()
    store.fail("POST", .refuse(200, content: Self.refusal("InternalError")))
    try await client.complete(upload, parts)
    #expect(store.object("a") == [1, 2, 3])
  }

  @Test func `a file whose parts cannot be put leaves no upload behind`() async throws {
    let folder = try TemporaryFolder()
    try folder.write([1, 2, 3], to: "file")
    store.fail("PUT", .refuse(403, content: Self.refusal("AccessDenied")))
    let error = await #expect(throws: S3Error.self) { try await client.putInParts(key, file: folder.path("file")) }
    #expect(error?.reason == .readOnly)
    #expect(store.uploadCount == 0)
    #expect(store.object("a") == nil)
  }

  @Test func `content that is no document, or another one, is an error`() async throws {
    for content in ["", "{}", "<Other/>", "<InitiateMultipartUploadResult/>", "<html><br></html>"] {
      store.fail("POST", .refuse(200, content: content))
      let error = await #expect(throws: S3Error.self) { try await client.createUpload(key) }
      #expect(error?.reason == .unreadable)
    }
  }
}
