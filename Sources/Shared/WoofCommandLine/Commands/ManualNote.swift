// SPDX-License-Identifier: Apache-2.0

/// A section of a program's manual besides its commands and options.
public struct ManualNote: Sendable {
  /// The section's heading, as `ENVIRONMENT`.
  public var heading: String
  /// The paragraphs before the terms, with empty lines between them; empty by default.
  public var text: String
  /// The terms, each with its meaning.
  public var terms: [(term: String, meaning: String)]

  /// Makes a section.
  public init(_ heading: String, _ text: String = "", terms: [(term: String, meaning: String)] = []) {
    self.heading = heading
    self.text = text
    self.terms = terms
  }
}
