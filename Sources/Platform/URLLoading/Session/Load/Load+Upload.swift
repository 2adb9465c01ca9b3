// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

extension Load {
  /// Begins an upload that can be gone on with (draft-ietf-httpbis-resumable-upload), where the content allows it.
  func beginUpload() {
    guard upload == nil, task is URLSessionUploadTask, interception == nil, let url = request.url,
      ["POST", "PUT", "PATCH"].contains(request.httpMethod)
    else { return }
    if let continuation = plan.upload, redirectCount == 0 {
      upload = ResumableUpload(resuming: continuation)
    } else {
      switch body {
      case .data(let data): upload = resumableUpload(to: url, length: Int64(data.count))
      case .file(let file):
        upload = resumableUpload(to: url, length: UploadContinuation.Content(file: file.path)?.length)
      case .streamOfDelegate: upload = ResumableUpload(url: url, length: declaredLength)
      case .ofRequest: break
      }
    }
    guard let action = upload?.start(), case .send(let part) = action else { return }
    uploadPart = part
  }

  private func resumableUpload(to url: URL, length: Int64?) -> ResumableUpload? {
    length.flatMap { $0 > 0 ? ResumableUpload(url: url, length: $0) : nil }
  }

  /// `true` if the current exchange is part of an upload that has begun: its response concerns the upload only.
  var isGoingOnWithUpload: Bool { uploadPart.map { $0.purpose != .create } ?? false }

  /// Does what the upload needs next. The head is that of the last answer.
  private func perform(_ action: ResumableUpload.Action, _ error: URLError? = nil) {
    switch action {
    case .send(let part):
      uploadPart = part
      exchange()
    case .wait(let delay):
      after(Double(delay.nanoseconds) / 1e9) { load in
        guard let next = load.upload?.waited() else { return }
        load.perform(next)
      }
    case .deliver:
      if let head = lastHead { accept(head) } else { fail(.badServerResponse) }
    case .fail(let code): finish(resumable(error ?? URLError(code, failing: failingURL)))
    }
  }

  /// An answer has come to a part of an upload: `false` where it is the answer of the task.
  func continueUpload(after head: TransferHead) -> Bool {
    guard let action = upload?.answered(status: head.status, fields: HTTPFields(head.headers)) else { return false }
    if case .deliver = action { return false }
    uploadPart = nil
    discard { $0.perform(action) }
    return true
  }

  /// The exchange failed before there was an answer: `false` where the upload cannot be gone on with.
  func continueUpload(after error: TransferError) -> Bool {
    guard upload?.resource != nil, let action = upload?.broken(code: error.urlErrorCode) else { return false }
    perform(action, error.urlError(failing: failingURL))
    return true
  }

  /// An interim response may say how much the server has.
  func noteUpload(_ head: TransferHead) {
    _ = upload?.informational(status: head.status, fields: HTTPFields(head.headers))
  }

  /// Returns the data from which the upload can be continued; `nil` if it cannot be.
  func uploadResumeData() -> Data? {
    guard let upload else { return try? plan.upload?.encoded() }
    let content: UploadContinuation.Content? =
      switch body {
      case .data(let data): .bytes(data)
      case .file(let url): UploadContinuation.Content(file: url.path)
      case .ofRequest, .streamOfDelegate: nil
      }
    guard let content else { return nil }
    return try? UploadContinuation(upload, request: request, originalURL: firstURL, content: content)?.encoded()
  }
}

extension TransferBody {
  /// A part of the content.
  func part(_ range: Range<Int64>) -> TransferBody {
    switch self {
    case .bytes(let data):
      if range.isEmpty { return .none }
      let start = data.startIndex + Int(range.lowerBound)
      return .bytes(data[start..<min(data.endIndex, start + range.count)])
    case .file(let path, let offset, _):
      if range.isEmpty { return .none }
      return .file(path: path, offset: offset + range.lowerBound, count: Int64(range.count))
    case .none, .pulled: return self
    }
  }
}

extension URLSession {
  func makeResumedUpload(
    _ data: Data, delivery: LoadPlan.Delivery, isAwaited: Bool = false
  ) -> URLSessionUploadTask {
    var plan = LoadPlan(delivery: delivery, isAwaited: isAwaited)
    do throws(ResumeDataError) {
      let continuation = try UploadContinuation(data)
      plan.upload = continuation
      plan.body =
        switch continuation.content {
        case .bytes(let data): .data(data)
        case .file(let path, _, _): .file(URL(fileURLWithPath: path))
        }
      return makeUploadTask(continuation.request, plan)
    } catch {
      plan.refusal = .unsupportedURL
      return makeUploadTask(nil, plan)
    }
  }
}
