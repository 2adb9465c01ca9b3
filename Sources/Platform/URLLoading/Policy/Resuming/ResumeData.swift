// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Resume data cannot be used: it was not made here, it was damaged, or the file that it names has changed.
struct ResumeDataError: Error, Hashable, CustomStringConvertible {
  /// A sentence that states the fault.
  let description: String

  init(_ description: String) { self.description = description }
}

extension URL {
  /// The URL without a name and a password in it, so that it can be kept.
  var withoutUser: URL {
    guard user != nil || password != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
      return self
    }
    parts.user = nil
    parts.password = nil
    return parts.url ?? self
  }
}
