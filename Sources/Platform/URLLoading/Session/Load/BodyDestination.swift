// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The destination of a response's content.
enum BodyDestination {
  case nowhere
  /// To ``Load/gathered``.
  case memory
  case delegate(DelegateContent)
  case file(DownloadFile)
  case bytes(ByteChannel)
}
