// SPDX-License-Identifier: Apache-2.0

/// A value as the configuration holds it, with its origin.
struct ConfigurationValue: Sendable {
  /// The content of the value.
  var content: Content
  /// The place at which the value was written.
  var origin: ConfigurationOrigin

  enum Content: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case list([ConfigurationValue])
    case section(ConfigurationTable)
  }

  /// A description of the value for error messages; a text is cut to 60 characters.
  var found: String {
    switch content {
    case .null: "null"
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .string(let text): JSON5Grammar.literal(text.count > 60 ? text.prefix(60) + "…" : text)
    case .list: "a list"
    case .section: "a section"
    }
  }
}

/// The origin of a value of the configuration.
enum ConfigurationOrigin: Hashable, Sendable {
  /// The file, at the scalar with this offset.
  case file(offset: Int)
  /// A setting that an administrator of the running service has made.
  case administrator
  /// An option of the command line.
  case option(String)
}

/// The members of a section in the order in which they were written, duplicates included.
struct ConfigurationTable: Sendable {
  struct Member: Sendable {
    var name: String
    var origin: ConfigurationOrigin
    var value: ConfigurationValue
  }

  var members: [Member] = []

  subscript(name: String) -> ConfigurationValue? { members.first { $0.name == name }?.value }
}
