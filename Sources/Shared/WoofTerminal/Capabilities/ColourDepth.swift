// SPDX-License-Identifier: Apache-2.0

/// The number of colours that a terminal shows.
package enum ColourDepth: Hashable, Sendable {
  /// No colours that a program could rely on.
  case none
  /// The palette of 256 that xterm has.
  case palette256
  /// Colours of 24 bits.
  case full

  /// Makes the depth that the variables `NO_COLOR`, `COLORTERM` and `TERM` of the environment announce.
  package init(environment: [String: String]) {
    let terminal = environment["TERM"] ?? ""
    if environment["NO_COLOR"]?.isEmpty == false || terminal.isEmpty || terminal == "dumb" {
      self = .none
    } else if ["truecolor", "24bit"].contains(environment["COLORTERM"]) || terminal.hasSuffix("-direct") {
      self = .full
    } else {
      self = ["256color", "kitty", "ghostty"].contains { terminal.contains($0) } ? .palette256 : .none
    }
  }
}
