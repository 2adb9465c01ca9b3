// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The purpose of a task: what it sends, and who gets the response.
struct LoadPlan: Sendable {
  /// The destination of the response.
  enum Delivery: Sendable {
    /// To the delegates, piece by piece.
    case delegate
    /// To a handler, in memory.
    case data(@Sendable (Data?, URLResponse?, (any Error)?) -> Void)
    /// To a handler, in a file.
    case file(@Sendable (URL?, URLResponse?, (any Error)?) -> Void)
    /// To a reader, at its pace.
    case bytes(ByteChannel)
  }

  var delivery: Delivery
  var body = LoadBody.ofRequest
  /// `true` if a Swift task waits for the response: it goes on at once, and keeps the file of a download.
  var isAwaited = false
  /// `true` if the task goes on when the Swift task has what it waits for; otherwise that one lets go of everything that
  /// the session task keeps, see ``URLSession/perform(_:making:)``.
  var outlastsItsCall: Bool { if case .bytes = delivery { true } else { false } }
  /// The state from which a resumed download goes on.
  var download: DownloadContinuation?
  /// The state from which a resumed upload goes on.
  var upload: UploadContinuation?
  /// Why the task cannot load at all.
  var refusal: URLError.Code?
}

extension URLSession {
  /// Makes a task that goes on where the resume data says; one that fails, if it cannot be read.
  func makeResumedDownload(
    _ data: Data, delivery: LoadPlan.Delivery, isAwaited: Bool = false
  ) -> URLSessionDownloadTask {
    var plan = LoadPlan(delivery: delivery, isAwaited: isAwaited)
    do throws(ResumeDataError) {
      let continuation = try DownloadContinuation(data)
      plan.download = continuation
      return makeDownloadTask(continuation.request, plan)
    } catch {
      plan.refusal = .unsupportedURL
      return makeDownloadTask(nil, plan)
    }
  }

  /// Makes a task that goes on where the resume data says; one that fails, if it cannot be read.
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
