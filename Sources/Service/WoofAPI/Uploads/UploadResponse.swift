// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The responses about uploads that may be resumed.
struct UploadResponse: Sendable {
  let uploads: ResumableUploads
  /// The path below which uploads have their addresses.
  let folder: String

  /// The path of an upload.
  func path(of upload: ResumableUpload) -> String { "\(folder)/\(upload.id)" }

  /// The value of `Upload-Limit`.
  ///
  /// - Parameter secondsLeft: The seconds for which the upload can still be gone on with; `nil` where the response is
  ///   about none.
  static func limit(of uploads: ResumableUploads, secondsLeft: Int64? = nil) -> String {
    let size = uploads.photoByteLimit
    let age = secondsLeft.map { ", max-age=\($0)" } ?? ""
    return "max-size=\(size), max-append-size=\(uploads.appendByteCount)\(age)"
  }

  /// The fields that say where an upload can be gone on with.
  func place(of upload: ResumableUpload) -> HTTPFields {
    HTTPFields([
      .location: path(of: upload),
      .uploadLimit: Self.limit(of: uploads, secondsLeft: uploads.limits.lifetimeSeconds),
    ])
  }

  /// The fields that say of a complete upload how far it has come.
  func fields(of upload: CompletedUpload, _ revision: UploadRevision) -> HTTPFields {
    var fields = HTTPFields([.uploadOffset: String(upload.byteCount)])
    revision.append(isComplete: true, to: &fields)
    fields.append(.uploadLength, String(upload.byteCount))
    fields.append(.uploadLimit, Self.limit(of: uploads))
    fields.append(.cacheControl, "no-store")
    return fields
  }

  /// The fields of a response that says how far an upload has come, and nothing else.
  func fields(of position: ResumableUpload.Position, _ revision: UploadRevision) -> HTTPFields {
    var fields = progress(of: position, revision)
    fields.append(.cacheControl, "no-store")
    return fields
  }

  /// The fields that say how far an upload has come.
  func progress(of position: ResumableUpload.Position, _ revision: UploadRevision) -> HTTPFields {
    var fields = HTTPFields([.uploadOffset: String(position.offset)])
    revision.append(isComplete: position.isComplete, to: &fields)
    if let length = position.length { fields.append(.uploadLength, String(length)) }
    fields.append(.uploadLimit, Self.limit(of: uploads, secondsLeft: position.secondsLeft))
    return fields
  }

  /// The response of a request that cannot go on with an upload.
  func failure(of error: any Error, _ revision: UploadRevision) -> FailedResponse? {
    switch error {
    case let refusal as UploadRefusal: response(to: refusal, revision)
    case let error as WoofError where error.code == .payloadTooLarge:
      FailedResponse(error, HTTPFields([.uploadLimit: Self.limit(of: uploads)]))
    default: nil
    }
  }

  private func response(to refusal: UploadRefusal, _ revision: UploadRevision) -> FailedResponse {
    switch refusal {
    case .gone:
      return FailedResponse(WoofError(.notFound, "There is no such upload: begin anew."))
    case .superseded:
      return FailedResponse(WoofError(.conflict, "Another request goes on with this upload: ask for the offset."))
    case .otherOffset(let expected, let isComplete):
      var fields = HTTPFields([.uploadOffset: String(expected)])
      revision.append(isComplete: isComplete, to: &fields)
      let place = isComplete ? "All \(expected) bytes of it are there." : "The upload goes on at byte \(expected)."
      return FailedResponse(
        WoofError(.mismatchingUploadOffset, place, details: ["expected-offset": .integer(expected)]), fields)
    case .inconsistentLength:
      return FailedResponse(
        WoofError(.inconsistentUploadLength, "What the request says of the upload's length does not agree."))
    case .tooLarge(let limit):
      return FailedResponse(
        WoofError(.payloadTooLarge, "A photo has at most \(limit) bytes.", details: ["limit": .integer(limit)]),
        HTTPFields([.uploadLimit: Self.limit(of: uploads)]))
    }
  }
}

extension WoofError.Code {
  /// The draft's own problem: the upload goes on at another byte.
  static let mismatchingUploadOffset = Self(
    name: "https://iana.org/assignments/http-problem-types#mismatching-upload-offset", status: 409,
    title: "Mismatching upload offset")
  /// The draft's own problem: two indications of an upload's length do not agree.
  static let inconsistentUploadLength = Self(
    name: "https://iana.org/assignments/http-problem-types#inconsistent-upload-length", status: 400,
    title: "Inconsistent upload length")
}
