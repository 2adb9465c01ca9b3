// SPDX-License-Identifier: Apache-2.0

import Foundation

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
