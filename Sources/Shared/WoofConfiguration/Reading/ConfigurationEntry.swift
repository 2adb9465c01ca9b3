/// What a section of the configuration may hold, and what it holds.
public indirect enum ConfigurationEntry: Hashable, Sendable {
  /// A key with a value.
  case key(ConfigurationKey)
  /// A section of its own.
  case section(name: String, documentation: String, [ConfigurationEntry])
  /// A list of sections of the same shape: what one of them may hold, what those hold that count, and what those would
  /// hold that count by default.
  case list(
    name: String, documentation: String, element: [ConfigurationEntry], items: [[ConfigurationEntry]],
    standard: [[ConfigurationEntry]])

  /// The name of the key, the section or the list.
  public var name: String {
    switch self {
    case .key(let key): key.name
    case .section(let name, _, _), .list(let name, _, _, _, _): name
    }
  }
}

/// A key of the configuration.
public struct ConfigurationKey: Hashable, Sendable {
  /// The name within its section.
  public let name: String
  /// What the key is for.
  public let documentation: String
  /// What its values are called, as in “duration”.
  public let kind: String
  /// Which values are allowed, where not all of the kind are.
  public let allowed: String?
  /// The default, as JSON5 text.
  public let standard: String
  /// The value in force, as JSON5 text.
  public let value: String
  let origin: ConfigurationOrigin?

  /// Whether the value in force is another than the default.
  public var isChanged: Bool { value != standard }

  /// Where the value was set.
  public var layer: ConfigurationLayer {
    switch origin {
    case nil: .standard
    case .file: .file
    case .administrator: .administrator
    case .option: .commandLine
    }
  }

  /// The option of the command line that gave the value, where one did.
  public var option: String? {
    if case .option(let option) = origin { option } else { nil }
  }
}

extension ConfigurationEntry {
  /// The entry as if nobody had written it.
  var unwritten: ConfigurationEntry {
    switch self {
    case .key(let key): .key(key.unwritten)
    case .section(let name, let documentation, let entries):
      .section(name: name, documentation: documentation, entries.map(\.unwritten))
    case .list(let name, let documentation, let element, let items, let standard):
      .list(
        name: name, documentation: documentation, element: element, items: items.map { $0.map(\.unwritten) },
        standard: standard)
    }
  }
}

extension ConfigurationKey {
  fileprivate var unwritten: ConfigurationKey {
    ConfigurationKey(
      name: name, documentation: documentation, kind: kind, allowed: allowed, standard: standard, value: value,
      origin: nil)
  }
}
