// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofConfiguration
import WoofModel

/// The end of a share link as a command line names it.
enum LinkExpiry: Hashable, Sendable {
  /// So long from now.
  case after(Duration)
  /// A moment.
  case at(Timestamp)

  /// The value of an option.
  static let kind = ArgumentKind<LinkExpiry>(
    "WHEN", allowed: "a length of time, as 12h or 30d, or a date in UTC, as 2027-01-31 or 2027-01-31T12:00Z"
  ) { text in
    if let length = Duration(spelling: text) { return length > .zero ? .after(length) : nil }
    return Timestamp(spelling: text).map { .at($0) }
  }

  /// The time that is meant.
  ///
  /// - Parameter now: The time from which a length counts; the present by default.
  func timestamp(
    now: Timestamp = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  ) -> Timestamp {
    switch self {
    case .after(let length): now.advanced(bySeconds: length.components.seconds)
    case .at(let time): time
    }
  }
}
