/// A value as the configuration holds it, with where it comes from.
struct ConfigurationValue: Sendable {
  /// What was written.
  var content: Content
  /// Where it was written.
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

  /// What was found, for the sentence of an error.
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

/// Where a value of the configuration was written.
enum ConfigurationOrigin: Hashable, Sendable {
  /// In the file, at the scalar with this offset.
  case file(offset: Int)
  /// By an administrator of the running service.
  case administrator
  /// On the command line, by this option.
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
