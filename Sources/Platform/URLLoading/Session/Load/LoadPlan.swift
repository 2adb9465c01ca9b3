// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// What a task is made for.
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
  /// `true` if a Swift task waits for the answer: it goes on at once, and keeps the file of a download.
  var isAwaited = false
  /// Whether the task goes on when the Swift task has what it waits for; otherwise that one lets go of everything that the
  /// session task keeps, see ``URLSession/perform(_:making:)``.
  var outlastsItsCall: Bool { if case .bytes = delivery { true } else { false } }
  /// The state from which a resumed download goes on.
  var download: DownloadContinuation?
  /// The state from which a resumed upload goes on.
  var upload: UploadContinuation?
  /// Why the task cannot load at all.
  var refusal: URLError.Code?
}

/// What a task sends.
enum LoadBody: Sendable {
  /// What the request says: `httpBody` or `httpBodyStream`.
  case ofRequest
  case data(Data)
  case file(URL)
  /// A stream that the delegate is asked for.
  case streamOfDelegate
}
