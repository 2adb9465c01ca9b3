// SPDX-License-Identifier: Apache-2.0

/// Resume data cannot be used: it was not made here, it was damaged, or the file that it names has changed.
struct ResumeDataError: Error, Hashable, CustomStringConvertible {
  /// A sentence that states the fault.
  let description: String

  init(_ description: String) { self.description = description }
}
