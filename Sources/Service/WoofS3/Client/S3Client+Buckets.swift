// SPDX-License-Identifier: Apache-2.0

internal import URLLoading
internal import WoofCryptography

extension S3Client {
  private static let documentLimit = 8 << 20

  /// Checks that the bucket is there and may be asked for.
  package func headBucket() async throws {
    try await perform(S3Request(operation: .headBucket)) { _, _ in }
  }

  /// Makes the bucket; without effect where it is there and one's own.
  package func createBucket() async throws {
    var request = S3Request(operation: .createBucket)
    if configuration.region != "us-east-1" {
      let content = XMLWriter.document(
        "CreateBucketConfiguration", XMLWriter.element("LocationConstraint", configuration.region))
      request.body = .bytes(content)
      request.contentDigest = hexadecimal(SHA256.digest(of: content))
      request.fields.append(("Content-Type", "application/xml"))
    }
    do {
      try await perform(request) { _, _ in }
    } catch let error as S3Error where error.code == "BucketAlreadyOwnedByYou" {
      return
    }
  }

  /// A page of the list of objects.
  ///
  /// - Parameters:
  ///   - prefix: Only keys that begin with it are listed; empty, the default, for all.
  ///   - continuation: The token of the page before; `nil`, the default, for the first.
  ///   - limit: The most objects on the page, 1 to 1000; the service may give fewer.
  package func list(
    prefix: String = "", continuation: String? = nil, limit: Int = 1000
  ) async throws -> S3ListPage {
    var request = S3Request(
      operation: .list, query: [("list-type", "2"), ("encoding-type", "url"), ("max-keys", String(limit))])
    if !prefix.isEmpty { request.query.append(("prefix", prefix)) }
    if let continuation { request.query.append(("continuation-token", continuation)) }
    return try await perform(request) { response, head in
      let root = try await self.document("ListBucketResult", of: request, response, head)
      guard let page = S3ListPage(root) else { throw self.failure(.unreadable, of: request) }
      return page
    }
  }

  /// The document that a response has.
  ///
  /// - Throws: The error that it tells of with a status of success, as services do that had to respond before the end.
  func document(
    _ name: String, of request: S3Request, _ response: S3Response, _ head: S3ResponseHead
  ) async throws -> XMLElement {
    guard let content = try await response.content(upTo: Self.documentLimit) else {
      throw failure(.unreadable, of: request)
    }
    let root: XMLElement
    do { root = try XMLReader.document(content) } catch { throw failure(.unreadable, of: request, cause: error) }
    if let document = S3ErrorDocument(root) { throw refusal(of: request, head, document) }
    guard root.name == name else { throw failure(.unreadable, of: request) }
    return root
  }
}
