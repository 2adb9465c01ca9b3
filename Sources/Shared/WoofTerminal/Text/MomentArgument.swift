// SPDX-License-Identifier: Apache-2.0

package import WoofCommandLine
package import WoofModel

/// A moment on a command line, as a date of UTC, or as a date and a time with its offset.
package enum MomentArgument {
  /// The kind of such an argument.
  package static let kind = ArgumentKind<Timestamp>("DATE", allowed: "as 2026-05-01 or 2026-05-01T10:00Z") {
    Timestamp(spelling: $0)
  }
}
