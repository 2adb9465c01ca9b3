// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// The responses of tus 1.0.0.
struct TusResponse: Sendable {
  /// The version of the protocol.
  static let version = "1.0.0"
  /// The names of the algorithms of checksums.
  static let checksumAlgorithms = "sha1,sha256,sha512"
  /// The fields of all responses.
  static let commonFields = HTTPFields([.tusResumable: version])

  private static let extensions = "creation,creation-with-upload,expiration,checksum,termination,concatenation"

  let uploads: ResumableUploads

  /// The response that tells what the service offers.
  var capabilities: HTTPResponse {
    HTTPResponse(
      204,
      fields: HTTPFields([
        .tusVersion: Self.version, .tusExtension: Self.extensions, .tusMaximumSize: String(uploads.photoByteLimit),
        .tusChecksumAlgorithm: Self.checksumAlgorithms, .acceptPatch: TusRequest.contentType,
      ]))
  }

  /// The path of an upload.
  func path(of upload: ResumableUpload) -> String { "\(TusPath.folder)/\(upload.id)" }

  /// The fields that say how far an upload has come.
  ///
  /// - Parameter photo: The photo that it has become; `nil` where it has not.
  func fields(of position: ResumableUpload.Position, _ upload: ResumableUpload, photo: PhotoID? = nil) -> HTTPFields {
    var fields = HTTPFields([.uploadOffset: String(position.offset), .cacheControl: "no-store"])
    if let length = position.length { fields.append(.uploadLength, String(length)) }
    if let metadata = upload.metadata { fields.append(.uploadMetadata, metadata) }
    if upload.isPart { fields.append(.uploadConcatenation, "partial") }
    if let photo {
      fields.append(.woofPhotoID, photo.description)
    } else {
      let date = HTTPDate(secondsSince1970: upload.expiresAt.milliseconds / 1000)
      fields.append(.uploadExpires, date.description)
    }
    return fields
  }

  /// The fields that say of a complete upload that it is.
  func fields(ofComplete byteCount: Int64, photo: PhotoID) -> HTTPFields {
    HTTPFields([
      .uploadOffset: String(byteCount), .uploadLength: String(byteCount), .woofPhotoID: photo.description,
      .cacheControl: "no-store",
    ])
  }

  /// The response to a client of another version.
  static var otherVersion: FailedResponse {
    FailedResponse(
      WoofError(.preconditionFailed, "This service speaks tus \(version): send Tus-Resumable: \(version)."),
      HTTPFields([.tusVersion: version]))
  }

  /// The response to a request that failed, in the terms of tus; `nil` where the service's own will do.
  func failure(of error: any Error) -> FailedResponse? {
    switch error {
    case let refusal as UploadRefusal: response(to: refusal)
    case let failed as FailedResponse:
      failure(of: failed.error).map { FailedResponse($0.error, failed.fields) }
    case let error as WoofError where error.code == .digestMismatch:
      FailedResponse(WoofError(.checksumMismatch, error.message, details: error.details))
    case let error as WoofError where error.code == .payloadTooLarge:
      FailedResponse(error, HTTPFields([.tusMaximumSize: String(uploads.photoByteLimit)]))
    default: nil
    }
  }

  private func response(to refusal: UploadRefusal) -> FailedResponse {
    switch refusal {
    case .gone: FailedResponse(WoofError(.notFound, "There is no such upload: begin anew."))
    case .superseded:
      FailedResponse(WoofError(.conflict, "Another request goes on with this upload: ask for the offset."))
    case .otherOffset(let expected, _):
      FailedResponse(
        WoofError(
          .conflict, "The upload has \(expected) bytes: go on there.", details: ["expectedOffset": .integer(expected)]))
    case .inconsistentLength:
      FailedResponse(WoofError(.invalidRequest, "The content goes beyond the length of the upload."))
    case .tooLarge(let limit):
      FailedResponse(
        WoofError(.payloadTooLarge, "A photo has at most \(limit) bytes.", details: ["limit": .integer(limit)]),
        HTTPFields([.tusMaximumSize: String(limit)]))
    }
  }
}
