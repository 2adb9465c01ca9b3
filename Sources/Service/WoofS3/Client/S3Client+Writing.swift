// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
internal import WoofSystem

extension S3Client {
  /// The conditions of a PUT.
  package enum PutCondition: Hashable, Sendable {
    /// Whatever is there is replaced.
    case none
    /// There is no object of that key.
    case ifAbsent
  }

  /// Puts a file, which is read while it is sent: no more than a few pieces of it are in memory.
  ///
  /// The service compares what arrives with the digest, and keeps nothing where it differs.
  ///
  /// - Parameters:
  ///   - path: The file, which nobody changes meanwhile.
  ///   - digest: The 32 bytes of its SHA-256.
  ///   - contentType: The media type to keep with it; `nil` for the service's choice.
  ///   - condition: Where it is ``PutCondition/ifAbsent``, ``S3Error/Reason/preconditionFailed`` is thrown for an object that is
  ///     there, and ``S3Error/Reason/unsupported`` where the service is not known to honour it.
  /// - Returns: The tag of the object, with its quotes; `nil` where the service gives none.
  @discardableResult
  package func put(
    _ key: S3ObjectKey, file path: String, digest: [UInt8], contentType: String? = nil,
    condition: PutCondition = .none
  ) async throws -> String? {
    try await put(key, .file(path: path), digest, contentType, condition)
  }

  /// Puts bytes that are in memory.
  ///
  /// - Returns: The tag of the object, with its quotes; `nil` where the service gives none.
  @discardableResult
  package func put(
    _ key: S3ObjectKey, bytes: [UInt8], contentType: String? = nil, condition: PutCondition = .none
  ) async throws -> String? {
    try await put(key, .bytes(bytes), SHA256.digest(of: bytes), contentType, condition)
  }

  private func put(
    _ key: S3ObjectKey, _ body: S3Body, _ digest: [UInt8], _ contentType: String?, _ condition: PutCondition
  ) async throws -> String? {
    var request = S3Request(operation: .put, key: key, body: body, contentDigest: hexadecimal(digest))
    if let contentType { request.fields.append(("Content-Type", contentType)) }
    if condition == .ifAbsent {
      guard configuration.supportsConditionalPuts else { throw failure(.unsupported, of: request) }
      request.fields.append(("If-None-Match", "*"))
    }
    return try await perform(request) { _, head in head.entityTag }
  }

  /// Deletes an object; without effect where there is none.
  package func delete(_ key: S3ObjectKey) async throws {
    do {
      try await perform(S3Request(operation: .delete, key: key)) { _, _ in }
    } catch let error as S3Error where error.reason == .keyMissing && error.code == "NoSuchKey" {
      return
    }
  }

  /// An object that is still there because the service did not delete it.
  package struct DeletionFailure: Hashable, Sendable {
    /// The object.
    package let key: S3ObjectKey
    /// The code of the service, as `AccessDenied`.
    package let code: String
  }

  /// The most objects that one request deletes.
  package static let longestDeletion = 1000

  /// Deletes objects, a thousand with each request; those that are not there count as deleted.
  ///
  /// - Returns: Those that the service did not delete.
  package func delete(_ keys: [S3ObjectKey]) async throws -> [DeletionFailure] {
    var failures: [DeletionFailure] = []
    for start in stride(from: 0, to: keys.count, by: Self.longestDeletion) {
      failures += try await deleteBatch(keys[start..<min(keys.count, start + Self.longestDeletion)])
    }
    return failures
  }

  private func deleteBatch(_ keys: ArraySlice<S3ObjectKey>) async throws -> [DeletionFailure] {
    let objects = keys.map { "<Object>\(XMLWriter.element("Key", $0.description))</Object>" }.joined()
    let content = XMLWriter.document("Delete", "<Quiet>true</Quiet>\(objects)")
    let request = S3Request(
      operation: .deleteMany, query: [("delete", "")],
      fields: [
        ("Content-Type", "application/xml"),
        ("Content-MD5", Base64.encode(MD5.digest(of: content), as: .standard)),
      ],
      body: .bytes(content), contentDigest: hexadecimal(SHA256.digest(of: content)))
    return try await perform(request) { response, head in
      let root = try await self.document("DeleteResult", of: request, response, head)
      return root.children("Error").compactMap { error in
        let code = error.text(of: "Code") ?? ""
        guard code != "NoSuchKey", let key = error.text(of: "Key").flatMap({ try? S3ObjectKey($0) }) else { return nil }
        return DeletionFailure(key: key, code: code)
      }
    }
  }
}
