// SPDX-License-Identifier: Apache-2.0

/// A part of the configuration, with its declaration and its content.
package indirect enum ConfigurationEntry: Hashable, Sendable {
  /// A key with a value.
  case key(ConfigurationKey)
  /// A section of its own.
  case section(name: String, documentation: String, [ConfigurationEntry])
  /// A list of sections of the same shape: the entries that one of them may have, the sections in force, and the
  /// sections by default.
  case list(
    name: String, documentation: String, element: [ConfigurationEntry], items: [[ConfigurationEntry]],
    standard: [[ConfigurationEntry]])

  /// The name of the key, the section or the list.
  package var name: String {
    switch self {
    case .key(let key): key.name
    case .section(let name, _, _), .list(let name, _, _, _, _): name
    }
  }
}

/// A key that a section of the configuration may have, with its purpose.
package struct ConfigurationKey: Hashable, Sendable {
  /// The name within its section.
  package let name: String
  /// The purpose of the key.
  package let documentation: String
  /// The name of the kind of its values, as in “duration”.
  package let kind: String
  /// The allowed values; `nil` if all of the kind are.
  package let allowed: String?
  /// The default, as JSON5 text.
  package let standard: String
  /// The value in force, as JSON5 text.
  package let value: String
  let origin: ConfigurationOrigin?

  /// `true` if the value in force differs from the default.
  package var isChanged: Bool { value != standard }

  /// The layer in which the value was set.
  package var layer: ConfigurationLayer {
    switch origin {
    case nil: .standard
    case .file: .file
    case .administrator: .administrator
    case .option: .commandLine
    }
  }

  /// The option of the command line that gave the value, where one did.
  package var option: String? {
    if case .option(let option) = origin { option } else { nil }
  }
}

extension ConfigurationEntry {
  /// The entry with every origin removed, as if no layer had set it.
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
