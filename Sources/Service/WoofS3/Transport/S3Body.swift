// SPDX-License-Identifier: Apache-2.0

/// The content of a request.
enum S3Body: Sendable {
  case none
  case bytes([UInt8])
  /// A file, which is read as it is sent, and which nobody changes meanwhile.
  case file(path: String)
}
