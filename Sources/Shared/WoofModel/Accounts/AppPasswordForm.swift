// SPDX-License-Identifier: Apache-2.0

/// The form of app passwords, by which whoever keeps or checks passwords tells them from those of accounts.
package enum AppPasswordForm {
  /// The text that each begins with, by which people and scanners for leaked secrets know it too.
  package static let prefix = "woof_"
  /// The number of bytes of each: those of the prefix, and 43 of Base64 for URLs without padding, which are 256 bits.
  package static let byteCount = prefix.utf8.count + 43
}
