// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The content that a request sends, and the way in which it is sent.
enum OutgoingContent: Sendable {
  case nothing
  /// Bytes of an upload, which goes on by itself after a break where the service can.
  case data(Data)
  /// A file that is uploaded, and read while it is sent.
  case file(URL)
  /// An upload that broke off, as the session has described it.
  case resumed(Data)
  /// Bytes that are sent once, as they are.
  case body(Data)
}
