// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A failure as libssl reports it.
struct TLSError: Error, Hashable, CustomStringConvertible {
  /// The code of libssl.
  let code: UInt

  /// The reason within its library.
  var reason: Int { Int(ERR_GET_REASON(code)) }

  /// The words of libssl.
  var description: String {
    guard code != 0 else { return "no reason given" }
    return ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// The last error of this thread. Its queue is empty afterwards.
  static func latest() -> TLSError {
    defer { ERR_clear_error() }
    return TLSError(code: ERR_peek_last_error())
  }
}
