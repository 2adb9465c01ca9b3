// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofS3

@Suite struct S3RefusalTests {
  private func error(
    _ status: Int, _ code: String? = nil, _ operation: S3Operation = .get, fields: [String: String] = [:],
    skew: Int64? = nil, clockOffset: Int64 = 0, key: String? = "a", content: String? = nil
  ) -> S3Error {
    let text = content ?? code.map { "<Error><Code>\($0)</Code></Error>" }
    let refusal = S3Refusal(
      operation: operation, bucket: "photos", key: key, head: S3ResponseHead(status: status, fields: fields),
      document: text.flatMap { S3ErrorDocument(Array($0.utf8)) }, skew: skew, clockOffset: clockOffset)
    return refusal.error { $0.replacing("AKID", with: "…") }
  }

  @Test(
    arguments: [
      (404, "NoSuchBucket", .get, .bucketMissing), (404, "NoSuchKey", .get, .keyMissing),
      (404, "NoSuchUpload", .uploadPart, .uploadMissing), (403, "InvalidAccessKeyId", .get, .credentialRefused),
      (403, "SignatureDoesNotMatch", .put, .credentialRefused), (403, "AccessDenied", .put, .readOnly),
      (403, "AccessDenied", .get, .accessDenied), (403, "AccessDenied", .delete, .accessDenied),
      (503, "SlowDown", .put, .slowDown), (500, "InternalError", .put, .serviceFailed),
      (400, "BadDigest", .put, .interrupted), (400, "XAmzContentSHA256Mismatch", .put, .interrupted),
      (412, "PreconditionFailed", .put, .preconditionFailed), (501, "NotImplemented", .put, .unsupported),
      (400, "EntityTooSmall", .completeUpload, .refused), (301, "PermanentRedirect", .get, .wrongRegion(nil)),
    ] as [(Int, String, S3Operation, S3Error.Reason)])
  func `a code has its reason`(_ status: Int, _ code: String, _ operation: S3Operation, _ reason: S3Error.Reason) {
    let error = error(status, code, operation)
    #expect(error.reason == reason)
    #expect(error.code == code)
  }

  @Test(
    arguments: [
      (404, .keyMissing), (403, .accessDenied), (401, .credentialRefused), (500, .serviceFailed), (502, .serviceFailed),
      (503, .slowDown), (429, .slowDown), (412, .preconditionFailed), (501, .unsupported), (418, .refused),
      (307, .wrongRegion(nil)),
    ] as [(Int, S3Error.Reason)])
  func `without a code the status tells`(_ status: Int, _ reason: S3Error.Reason) {
    #expect(error(status).reason == reason)
    #expect(error(status, content: "<html>").reason == reason)
  }

  @Test func `a bucket is missing where no key was asked for`() {
    #expect(error(404, key: nil).reason == .bucketMissing)
  }

  @Test func `clocks that differ say by how much and which is ahead`() {
    let error = error(403, "RequestTimeTooSkewed", skew: -1_200)
    #expect(error.reason == .clockSkewed(seconds: -1_200))
    #expect("\(error)".contains("1200 seconds ahead of"))
    #expect("\(self.error(403, "RequestTimeTooSkewed", skew: 1_200))".contains("1200 seconds behind"))
  }

  @Test func `a refusal without content is for the time where the clocks differ by a quarter of an hour`() {
    #expect(error(403, nil, .head, skew: 900).reason == .clockSkewed(seconds: 900))
    #expect(error(403, nil, .head, skew: 60).reason == .accessDenied)
    #expect(error(403, "AccessDenied", .get, skew: 900).reason == .accessDenied)
    #expect(error(403, nil, .head, skew: 900, clockOffset: 890).reason == .accessDenied)
  }

  @Test func `the region is in a field or in the document`() {
    let document = "<Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-west-1</Region></Error>"
    #expect(error(400, content: document).reason == .wrongRegion("eu-west-1"))
    #expect(error(301, fields: ["X-Amz-Bucket-Region": "eu-west-1"]).reason == .wrongRegion("eu-west-1"))
    #expect(error(400, "AuthorizationHeaderMalformed").reason == .refused)
  }

  @Test func `a message may be missing, and is cut, freed of credentials and printable`() {
    #expect(error(500, "InternalError").serviceMessage == nil)
    let long = String(repeating: "x", count: 1_000)
    let error = error(500, content: "<Error><Code>InternalError</Code><Message>AKID\n\(long)</Message></Error>")
    #expect(error.serviceMessage?.hasPrefix("… xxx") == true)
    #expect(error.serviceMessage?.unicodeScalars.count == 300)
  }

  @Test func `the id of the request and the time to wait are kept`() {
    let error = error(503, fields: ["X-Amz-Request-Id": "tx1", "Retry-After": "7"])
    #expect(error.requestID == "tx1")
    #expect(error.retryAfter == .seconds(7))
    #expect("\(error)" == "GetObject of photos/a: the service asks for fewer requests. (request tx1)")
  }
}
