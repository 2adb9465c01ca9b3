// SPDX-License-Identifier: Apache-2.0

/// The operations that a client asks for.
package enum S3Operation: String, Hashable, Sendable, CaseIterable {
  case get = "GetObject"
  case head = "HeadObject"
  case put = "PutObject"
  case list = "ListObjectsV2"
  case deleteMany = "DeleteObjects"
  case delete = "DeleteObject"
  case headBucket = "HeadBucket"
  case createBucket = "CreateBucket"
  case createUpload = "CreateMultipartUpload"
  case uploadPart = "UploadPart"
  case completeUpload = "CompleteMultipartUpload"
  case abortUpload = "AbortMultipartUpload"
  case listUploads = "ListMultipartUploads"

  /// `true` if doing it twice leaves what doing it once does, so that it is repeated where its outcome is unknown.
  ///
  /// A second ``createUpload`` leaves an upload that nobody knows of; a second ``completeUpload`` finds none, and its outcome
  /// is looked up instead.
  package var isIdempotent: Bool { self != .createUpload && self != .completeUpload }

  /// `true` if it puts bytes into the bucket.
  var writesObjects: Bool {
    switch self {
    case .put, .createUpload, .uploadPart, .completeUpload: true
    default: false
    }
  }

  /// `true` if a response that refuses it has no content.
  var hasBareErrors: Bool { self == .head || self == .headBucket }

  /// The method of its requests.
  var method: String {
    switch self {
    case .get, .list, .listUploads: "GET"
    case .head, .headBucket: "HEAD"
    case .put, .uploadPart, .createBucket: "PUT"
    case .deleteMany, .createUpload, .completeUpload: "POST"
    case .delete, .abortUpload: "DELETE"
    }
  }
}
