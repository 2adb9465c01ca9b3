// SPDX-License-Identifier: Apache-2.0

/// A value from the command line, or one that an administrator has set, that stands in for the file's.
package struct ConfigurationOverride: Sendable {
  /// The key, after the sections it stands in.
  package let path: [String]
  /// The option of the command line that it is for; `nil` for what an administrator has set.
  package var option: String? {
    if case .option(let option) = origin { option } else { nil }
  }
  private let origin: ConfigurationOrigin
  private let content: ConfigurationValue.Content

  /// Overrides a key by a text, which may also spell a byte count, a duration or a word.
  package init(option: String, path: [String], text: String) {
    self.init(option, path, .string(text))
  }

  /// Overrides a key by a list of texts.
  package init(option: String, path: [String], texts: [String]) {
    self.init(option, path, .list(texts.map { ConfigurationValue(content: .string($0), origin: .option(option)) }))
  }

  /// Overrides a key by `true` or `false`.
  package init(option: String, path: [String], flag: Bool) {
    self.init(option, path, .boolean(flag))
  }

  /// Overrides a key by what an administrator has set; `nil` where the text is not JSON.
  package init?(administratorsPath path: [String], json: String) {
    guard let value = try? JSON5Parser.parse(Array(json.unicodeScalars)) else { return nil }
    self.path = path
    origin = .administrator
    content = value.content.written(at: .administrator)
  }

  private init(_ option: String, _ path: [String], _ content: ConfigurationValue.Content) {
    origin = .option(option)
    self.path = path
    self.content = content
  }

  /// The overrides of all keys that a text has, which is written as the file is.
  ///
  /// - Parameter option: The name of the text, for errors.
  /// - Throws: ``ConfigurationError`` where the text is longer than 1 MB, or no section in JSON5.
  package static func all(in text: String, option: String) throws(ConfigurationError) -> [ConfigurationOverride] {
    let table = try ConfigurationTable(text, Array(text.unicodeScalars), source: option)
    return all(in: table, below: [], option)
  }

  private static func all(
    in table: ConfigurationTable, below path: [String], _ option: String
  ) -> [ConfigurationOverride] {
    table.members.flatMap { member in
      let path = path + [member.name]
      if case .section(let inner) = member.value.content { return all(in: inner, below: path, option) }
      return [ConfigurationOverride(option, path, member.value.content.written(at: .option(option)))]
    }
  }

  /// Puts the value in its place below `table`; sections that are not there are added.
  func apply(to table: inout ConfigurationTable) {
    apply(to: &table, path: path[...])
  }

  private func apply(to table: inout ConfigurationTable, path: ArraySlice<String>) {
    guard let name = path.first else { return }
    let index = table.members.firstIndex { $0.name == name }
    var value = ConfigurationValue(content: content, origin: origin)
    if path.count > 1 {
      var inner = ConfigurationTable()
      if let index {
        // What is wrong in the file stays, for the reader to report.
        guard case .section(let existing) = table.members[index].value.content else { return }
        inner = existing
        value.origin = table.members[index].value.origin
      }
      apply(to: &inner, path: path.dropFirst())
      value.content = .section(inner)
    }
    if let index {
      table.members[index].value = value
    } else {
      table.members.append(.init(name: name, origin: origin, value: value))
    }
  }
}

extension ConfigurationValue.Content {
  /// The same as if it had been written somewhere else.
  fileprivate func written(at origin: ConfigurationOrigin) -> Self {
    switch self {
    case .null, .boolean, .integer, .number, .string: self
    case .list(let values):
      .list(values.map { ConfigurationValue(content: $0.content.written(at: origin), origin: origin) })
    case .section(let table):
      .section(
        ConfigurationTable(
          members: table.members.map { member in
            let value = ConfigurationValue(content: member.value.content.written(at: origin), origin: origin)
            return ConfigurationTable.Member(name: member.name, origin: origin, value: value)
          }))
    }
  }
}
