// SPDX-License-Identifier: Apache-2.0

/// A section of a program's manual besides its commands and options.
package struct ManualNote: Sendable {
  /// The section's heading, as `ENVIRONMENT`.
  package var heading: String
  /// The paragraphs before the terms, with empty lines between them; empty by default.
  package var text: String
  /// The terms, each with its meaning.
  package var terms: [(term: String, meaning: String)]

  /// Makes a section.
  package init(_ heading: String, _ text: String = "", terms: [(term: String, meaning: String)] = []) {
    self.heading = heading
    self.text = text
    self.terms = terms
  }
}
