// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine

extension ExitCode {
  /// Nobody signed in, or with a wrong name or password: 77, which is `EX_NOPERM` of sysexits.h.
  static let signInFailed = ExitCode(rawValue: 77)
}
