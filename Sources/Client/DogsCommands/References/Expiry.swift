// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofConfiguration
import WoofModel

/// The end of a share link, an app password or an invitation as a command line names it.
enum Expiry: Hashable, Sendable {
  /// So long from now.
  case after(Duration)
  /// A moment.
  case at(Timestamp)

  /// The value of an option.
  static let kind = ArgumentKind<Expiry>(
    "WHEN", allowed: "a length of time, as 12h or 30d, or a date in UTC, as 2027-01-31 or 2027-01-31T12:00Z"
  ) { Expiry($0) }

  /// Reads a length of time that is not nothing, or a date; `nil` for anything else.
  init?(_ text: String) {
    if let length = Duration(spelling: text) {
      guard length > .zero else { return nil }
      self = .after(length)
    } else if let time = Timestamp(spelling: text) {
      self = .at(time)
    } else {
      return nil
    }
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
