// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// A call to libcrypto that failed.
package struct CryptographyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The function that failed.
  package let function: String
  /// The reason that libcrypto gives; empty if it gives none.
  package let reason: String

  /// Records a failure of `function`, with the newest error of this thread's queue, which is emptied.
  init(_ function: String) {
    self.function = function
    let code = ERR_get_error()
    reason = code == 0 ? "" : ERR_reason_error_string(code).map { String(cString: $0) } ?? ""
    ERR_clear_error()
  }

  /// The function that failed, with libcrypto's reason where it gives one.
  package var description: String { reason.isEmpty ? "\(function) failed" : "\(function) failed: \(reason)" }
}
