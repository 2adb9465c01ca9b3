// SPDX-License-Identifier: Apache-2.0

/// A setting with which no service can be asked.
package struct S3SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence that says what is wrong and what to write instead. It has no credential in it.
  package let description: String

  init(_ description: String) { self.description = description }
}
