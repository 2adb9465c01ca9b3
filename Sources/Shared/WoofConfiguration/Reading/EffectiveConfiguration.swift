// SPDX-License-Identifier: Apache-2.0

/// A configuration in force: the values of the file, those of the command line in place of them, and defaults for the
/// rest.
package struct EffectiveConfiguration<Root: Sendable>: Sendable {
  /// The values.
  package let root: Root
  /// Every key there is, with its documentation, default, value and origin, in the order of their declaration.
  package let entries: [ConfigurationEntry]

  /// Reads a configuration.
  ///
  /// - Parameters:
  ///   - text: The text of the file, JSON5 of at most 1 MB, whose value is a section.
  ///   - source: The name of the file, for errors.
  ///   - overrides: Values from the command line; of two for the same key the later wins.
  ///   - read: Declares and reads everything.
  /// - Throws: ``ConfigurationError`` with all that is wrong.
  package init(
    text: String = "{}", source: String = "woof.json5", overrides: [ConfigurationOverride] = [],
    read: (inout ConfigurationReader) -> Root
  ) throws(ConfigurationError) {
    let scalars = Array(text.unicodeScalars)
    var table = try ConfigurationTable(text, scalars, source: source)
    for override in overrides { override.apply(to: &table) }
    var reader = ConfigurationReader(table, path: [])
    root = read(&reader)
    entries = reader.entries
    let findings = reader.finish()
    guard findings.isEmpty else { throw ConfigurationError(findings, source: source, scalars: scalars) }
  }
}

extension ConfigurationTable {
  /// The outermost section of a text.
  ///
  /// - Parameter scalars: The scalars of the text.
  /// - Throws: ``ConfigurationError`` where the text is longer than 1 MB, or no section in JSON5.
  init(_ text: String, _ scalars: [Unicode.Scalar], source: String) throws(ConfigurationError) {
    guard text.utf8.count <= ConfigurationFile.maximumSize.bytes else { throw ConfigurationFile.tooLarge(source) }
    do throws(JSON5SyntaxError) {
      let value = try JSON5Parser.parse(scalars)
      guard case .section(let members) = value.content else {
        throw JSON5SyntaxError(offset: 0, message: "expected a section in braces, found \(value.found)")
      }
      self = members
    } catch {
      let place = ConfigurationProblem.Place.text(TextLocation(of: error.offset, in: scalars))
      throw ConfigurationError(
        source: source, problems: [ConfigurationProblem(code: .syntax, key: "", place: place, message: error.message)])
    }
  }
}

extension ConfigurationError {
  private static let maximumProblems = 20

  fileprivate init(_ findings: [ConfigurationFinding], source: String, scalars: [Unicode.Scalar]) {
    let inOrder = findings.map { finding in (finding, offset: finding.origin?.offset ?? .max) }
      .sorted { $0.offset < $1.offset }
    let problems = inOrder.prefix(Self.maximumProblems).map { finding, _ in
      let place: ConfigurationProblem.Place? =
        switch finding.origin {
        case .file(let offset): .text(TextLocation(of: offset, in: scalars))
        case .administrator: .administrator
        case .option(let option): .option(option)
        case nil: nil
        }
      return ConfigurationProblem(
        code: finding.code, key: finding.key.joined(separator: "."), place: place, message: finding.message)
    }
    self.init(source: source, problems: problems)
  }
}

extension ConfigurationOrigin {
  fileprivate var offset: Int? {
    if case .file(let offset) = self { offset } else { nil }
  }
}
