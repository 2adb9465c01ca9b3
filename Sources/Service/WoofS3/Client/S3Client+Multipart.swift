// SPDX-License-Identifier: Apache-2.0

internal import URLLoading
internal import WoofCryptography

/// An upload in parts that has been begun. It costs storage until it is completed or given up.
package struct S3Upload: Hashable, Sendable {
  /// The key of the object that it makes.
  package let key: S3ObjectKey
  /// The id that the service has given it.
  package let id: String

  /// Names an upload of before.
  package init(key: S3ObjectKey, id: String) { (self.key, self.id) = (key, id) }
}

/// A part that the service has.
package struct S3UploadedPart: Hashable, Sendable {
  /// The number, from 1 to 10,000; parts are put together in the order of their numbers.
  package let number: Int
  /// The tag that the service has given it.
  package let entityTag: String
  /// The length, in bytes.
  package let byteCount: Int64

  /// Names a part of before.
  package init(number: Int, entityTag: String, byteCount: Int64) {
    (self.number, self.entityTag, self.byteCount) = (number, entityTag, byteCount)
  }
}

extension S3Client {
  /// The fewest bytes of each part but the last.
  package static let smallestPart = 5 << 20

  /// Begins an upload in parts.
  package func createUpload(_ key: S3ObjectKey, contentType: String? = nil) async throws -> S3Upload {
    var request = S3Request(operation: .createUpload, key: key, query: [("uploads", "")])
    if let contentType { request.fields.append(("Content-Type", contentType)) }
    return try await perform(request) { response, head in
      let root = try await self.document("InitiateMultipartUploadResult", of: request, response, head)
      guard let id = root.text(of: "UploadId"), !id.isEmpty else { throw self.failure(.unreadable, of: request) }
      return S3Upload(key: key, id: id)
    }
  }

  /// Puts a part, in the place of one of that number that is there.
  package func uploadPart(
    _ number: Int, of upload: S3Upload, bytes: [UInt8]
  ) async throws -> S3UploadedPart {
    try await uploadPart(number, of: upload, .bytes(bytes), Int64(bytes.count), SHA256.digest(of: bytes))
  }

  /// Puts a file as a part, in the place of one of that number that is there; it is read while it is sent.
  package func uploadPart(
    _ number: Int, of upload: S3Upload, file path: String, byteCount: Int64, digest: [UInt8]
  ) async throws -> S3UploadedPart {
    try await uploadPart(number, of: upload, .file(path: path), byteCount, digest)
  }

  private func uploadPart(
    _ number: Int, of upload: S3Upload, _ body: S3Body, _ count: Int64, _ digest: [UInt8]
  ) async throws -> S3UploadedPart {
    let request = S3Request(
      operation: .uploadPart, key: upload.key, query: [("partNumber", String(number)), ("uploadId", upload.id)],
      body: body, contentDigest: hexadecimal(digest))
    return try await perform(request) { _, head in
      guard let tag = head.entityTag else { throw self.failure(.unreadable, of: request) }
      return S3UploadedPart(number: number, entityTag: tag, byteCount: count)
    }
  }

  /// Makes the object of its parts.
  ///
  /// Where the answer is lost, the object is looked up: the upload is gone, and an object of that length is there.
  ///
  /// - Parameter parts: All parts, by their numbers.
  package func complete(_ upload: S3Upload, _ parts: [S3UploadedPart]) async throws {
    let list = parts.map { part in
      "<Part>\(XMLWriter.element("PartNumber", String(part.number)))\(XMLWriter.element("ETag", part.entityTag))</Part>"
    }.joined()
    let content = XMLWriter.document("CompleteMultipartUpload", list)
    let request = S3Request(
      operation: .completeUpload, key: upload.key, query: [("uploadId", upload.id)],
      fields: [("Content-Type", "application/xml")], body: .bytes(content),
      contentDigest: hexadecimal(SHA256.digest(of: content)))
    var unknown: S3Error?
    for attempt in 0..<configuration.retries.maximumAttempts {
      do {
        try await perform(request) { response, head in
          _ = try await self.document("CompleteMultipartUploadResult", of: request, response, head)
        }
        return
      } catch let error as S3Error where error.reason == .uploadMissing && unknown != nil {
        let byteCount = parts.reduce(0) { $0 + $1.byteCount }
        guard try await head(upload.key)?.byteCount == byteCount else { throw error }
        return
      } catch let error as S3Error where error.isRetryable {
        unknown = error
        try await clock.sleep(for: configuration.retries.firstPause * (1 << attempt))
      }
    }
    if let unknown { throw unknown }
  }

  /// Gives an upload up, and has its parts removed; without effect where it has ended.
  package func abort(_ upload: S3Upload) async throws {
    let request = S3Request(operation: .abortUpload, key: upload.key, query: [("uploadId", upload.id)])
    do {
      try await perform(request) { _, _ in }
    } catch let error as S3Error where error.reason == .uploadMissing {
      return
    }
  }

  /// A page of the list of uploads that have neither been completed nor given up.
  ///
  /// - Parameters:
  ///   - prefix: Only those of keys that begin with it; empty, the default, for all.
  ///   - marker: The place that the page before gave; `nil`, the default, for the first.
  package func listUploads(prefix: String = "", from marker: S3UploadPage.Marker? = nil) async throws -> S3UploadPage {
    var request = S3Request(operation: .listUploads, query: [("uploads", ""), ("encoding-type", "url")])
    if !prefix.isEmpty { request.query.append(("prefix", prefix)) }
    if let marker { request.query += [("key-marker", marker.key), ("upload-id-marker", marker.id)] }
    return try await perform(request) { response, head in
      let root = try await self.document("ListMultipartUploadsResult", of: request, response, head)
      guard let page = S3UploadPage(root) else { throw self.failure(.unreadable, of: request) }
      return page
    }
  }

  /// Gives uploads up that nobody has completed for so long, such as those of processes that are gone.
  ///
  /// - Parameters:
  ///   - seconds: The age from which on they are given up.
  ///   - prefix: Only those of keys that begin with it.
  /// - Returns: The number of uploads that were given up.
  @discardableResult
  package func abortUploads(olderThan seconds: Int64, prefix: String = "") async throws -> Int {
    var count = 0
    var marker: S3UploadPage.Marker?
    repeat {
      let page = try await listUploads(prefix: prefix, from: marker)
      for entry in page.entries where entry.begun <= serviceTime - seconds {
        guard let key = try? S3ObjectKey(entry.key) else { continue }
        try await abort(S3Upload(key: key, id: entry.id))
        count += 1
      }
      marker = page.next
    } while marker != nil
    return count
  }
}
