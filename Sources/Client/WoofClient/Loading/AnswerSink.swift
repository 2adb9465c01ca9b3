// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading

/// Takes the content of good answers, piece by piece. Calls come one after the other.
protocol AnswerSink: AnyObject, Sendable {
  /// The head of an answer with a status from 200 to 299 has come.
  ///
  /// - Throws: Any error, which ends the transfer.
  func begin(_ head: HTTPURLResponse) throws

  /// More content has come.
  ///
  /// - Throws: Any error, which ends the transfer.
  func take(_ bytes: UnsafeRawBufferPointer) throws
}
