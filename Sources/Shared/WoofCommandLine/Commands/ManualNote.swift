/// What a program's manual tells besides its commands and options: a section of its own.
public struct ManualNote: Sendable {
  /// The section's heading, as `ENVIRONMENT`.
  public var heading: String
  /// Paragraphs before the terms, with empty lines between them.
  public var text: String
  /// Terms, each with what it means.
  public var terms: [(term: String, meaning: String)]

  /// Makes a section.
  public init(_ heading: String, _ text: String = "", terms: [(term: String, meaning: String)] = []) {
    self.heading = heading
    self.text = text
    self.terms = terms
  }
}
