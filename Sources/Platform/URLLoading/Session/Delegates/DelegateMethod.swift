// SPDX-License-Identifier: Apache-2.0

/// The delegate methods whose presence matters: the next delegate is asked where the first has none.
enum DelegateMethod: UInt8, Sendable {
  case sessionBecameInvalid, sessionChallenge
  case taskCreated, taskWillBeginDelayed, taskWaits, taskRedirect, taskChallenge, taskNeedsBody, taskNeedsBodyFrom
  case taskSentBody, taskInformational, taskMetrics, taskCompleted
  case dataResponse, dataBecameDownload, dataReceived, dataWillCache
  case downloadFinished, downloadWrote, downloadResumed
}

/// The form in which a delegate implements a method.
enum DelegateForm: UInt8, Sendable {
  /// Not found out yet: it is at the first call.
  case unknown = 0
  /// A method without an answer, or the form with a completion handler.
  case plain = 1
  /// The `async` form.
  case asynchronous = 2
  /// Neither.
  case absent = 3
}
