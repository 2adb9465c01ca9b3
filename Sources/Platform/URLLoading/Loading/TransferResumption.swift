// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The resuming of one download: what is there of its content, and what the response to the request for the rest means.
///
/// A value: whoever keeps it looks at files, and sends the requests.
struct DownloadResumption: Sendable {
  /// The next step after a response.
  enum Step: Hashable, Sendable {
    /// The content of the response follows what is there, or is all there is.
    case accept
    /// The content of the response is all there is, and the file of that name is removed.
    case replace(fileName: String)
    /// All of the content is there.
    case complete
    /// The request is sent once more, from the beginning, and the file of that name is removed.
    case startOver(fileName: String)
  }

  /// The state of the earlier download; `nil` if there is none that can be used.
  private(set) var continuation: DownloadContinuation?
  /// The number of bytes that were there before.
  private(set) var offset: Int64 = 0
  /// `true` if the file is kept at the end, because it can be continued.
  private(set) var keepsFile = false

  init(_ continuation: DownloadContinuation?) { self.continuation = continuation }

  /// Looks for the file of the earlier download: a new download begins if it is gone or shorter than was noted.
  ///
  /// - Parameter size: The size of a file in the folder for temporary files, in bytes; `nil` if there is no such file.
  mutating func find(_ size: (_ name: String) -> Int64?) {
    guard let continuation else { return }
    if (size(continuation.fileName) ?? -1) < continuation.offset { self.continuation = nil }
  }

  /// Judges the response to the request for the rest.
  mutating func judge(status: Int, _ fields: @autoclosure () -> HTTPFields) -> Step {
    guard let continuation else { return .accept }
    switch continuation.meaning(status: status, fields: fields()) {
    case .append:
      offset = continuation.offset
      return .accept
    case .complete:
      offset = continuation.offset
      return .complete
    case .replace, .deliver:
      self.continuation = nil
      return .replace(fileName: continuation.fileName)
    case .startOver:
      self.continuation = nil
      return .startOver(fileName: continuation.fileName)
    }
  }

  /// The earlier download whose rest is coming; `nil` where a new file is to be made.
  var appended: DownloadContinuation? { offset > 0 ? continuation : nil }

  /// The length of the whole content, in bytes; -1 if it is not known.
  ///
  /// - Parameter expected: The length of what is coming; negative if it is not known.
  func total(expecting expected: Int64?) -> Int64 {
    guard let expected, expected >= 0 else { return NSURLSessionTransferSizeUnknown }
    return expected + offset
  }

  /// The data from which the download can be continued; `nil` if it cannot be.
  ///
  /// - Parameters:
  ///   - writtenCount: The number of bytes in the file, without those that were there before.
  ///   - fileName: The name of the file, which is kept then.
  mutating func resumeData(
    request: URLRequest, firstURL: URL?, head: (status: Int, fields: HTTPFields), writtenCount: Int64, fileName: String
  ) -> Data? {
    let current = DownloadContinuation(
      request: request, originalURL: firstURL, status: head.status, fields: head.fields,
      offset: writtenCount + offset, fileName: fileName)
    guard let data = try? current?.encoded() else { return nil }
    keepsFile = true
    return data
  }

  /// The data from which a download can be continued that has brought nothing.
  func resumeDataOfNothing() -> Data? { try? continuation?.encoded() }
}

/// The resuming of one upload: the part that is sent now, and the protocol by which the rest follows
/// (draft-ietf-httpbis-resumable-upload).
///
/// A value: whoever keeps it sends the requests and keeps the time.
struct UploadResumption: Sendable {
  private var upload: ResumableUpload?
  /// The part that is sent now; `nil` if all of the content is sent by one request.
  private(set) var part: ResumableUpload.Request?
  private let continuation: UploadContinuation?

  init(_ continuation: UploadContinuation?) { self.continuation = continuation }

  /// Begins an upload that can be gone on with, where method and content allow it, and none has begun.
  ///
  /// - Parameter isRedirected: `true` if a redirect has led here, so that an earlier upload is not gone on with.
  mutating func begin(_ request: URLRequest, _ content: LoadBody, isRedirected: Bool) {
    guard upload == nil, let url = request.url, ["POST", "PUT", "PATCH"].contains(request.httpMethod) else { return }
    if let continuation, !isRedirected {
      upload = ResumableUpload(resuming: continuation)
    } else {
      switch content {
      case .data(let data): upload = Self.upload(to: url, length: Int64(data.count))
      case .file(let file): upload = Self.upload(to: url, length: UploadContinuation.Content(file: file.path)?.length)
      case .streamOfDelegate:
        upload = ResumableUpload(url: url, length: RequestBody.declaredLength(of: request))
      case .ofRequest: break
      }
    }
    guard let action = upload?.start(), case .send(let part) = action else { return }
    self.part = part
  }

  private static func upload(to url: URL, length: Int64?) -> ResumableUpload? {
    length.flatMap { $0 > 0 ? ResumableUpload(url: url, length: $0) : nil }
  }

  /// `true` if the current exchange is part of an upload that has begun: its response concerns the upload only.
  var isGoingOn: Bool { part.map { $0.purpose != .create } ?? false }

  /// `true` if the current exchange leaves the origin of the first one.
  var isCrossOrigin: Bool { part?.isCrossOrigin == true }

  /// The number of bytes of the content that are before the current part.
  var sentBefore: Int64 { part?.content.lowerBound ?? 0 }

  /// The number of bytes of the content; `nil` if it is not known, or there is no upload.
  var length: Int64? { upload?.length }

  /// Sends another part.
  mutating func send(_ part: ResumableUpload.Request) { self.part = part }

  /// The request leads elsewhere, where the upload begins anew.
  mutating func leave() {
    upload = nil
    part = nil
  }

  /// An interim response may state how much the server has.
  mutating func receive(informational status: Int, _ fields: @autoclosure () -> HTTPFields) {
    _ = upload?.informational(status: status, fields: fields())
  }

  /// The next action after a response; `nil` where it is the response of the task.
  mutating func receive(status: Int, _ fields: @autoclosure () -> HTTPFields) -> ResumableUpload.Action? {
    guard let action = upload?.responded(status: status, fields: fields()) else { return nil }
    if case .deliver = action { return nil }
    part = nil
    return action
  }

  /// The next action after an exchange that failed before there was a response; `nil` where the upload cannot be gone on
  /// with.
  mutating func receive(_ failure: URLError.Code) -> ResumableUpload.Action? {
    upload?.resource == nil ? nil : upload?.broken(code: failure)
  }

  /// The next action after a pause; `nil` if there is no upload any more.
  mutating func wake() -> ResumableUpload.Action? { upload?.waited() }

  /// The data from which the upload can be continued; `nil` if it cannot be.
  func resumeData(_ request: URLRequest, firstURL: URL?, _ content: LoadBody) -> Data? {
    guard let upload else { return try? continuation?.encoded() }
    let kept: UploadContinuation.Content? =
      switch content {
      case .data(let data): .bytes(data)
      case .file(let url): UploadContinuation.Content(file: url.path)
      case .ofRequest, .streamOfDelegate: nil
      }
    guard let kept else { return nil }
    return try? UploadContinuation(upload, request: request, originalURL: firstURL, content: kept)?.encoded()
  }
}
