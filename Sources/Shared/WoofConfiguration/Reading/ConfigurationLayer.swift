// SPDX-License-Identifier: Apache-2.0

/// The layers in which values of the configuration are set; each overrides those before it.
package enum ConfigurationLayer: Hashable, Sendable, CaseIterable {
  /// The default, if no layer sets the value.
  case standard
  /// The configuration file, the weakest layer.
  case file
  /// The settings that administrators of the running service have made.
  case administrator
  /// The options on the command line, the strongest layer.
  case commandLine
}

/// A key with its sections, and its value; a list of sections counts as one key.
package struct ConfigurationSetting: Hashable, Sendable {
  /// The sections, and the key.
  package let path: [String]
  /// The purpose of the key.
  package let documentation: String
  /// The default value, as JSON.
  package let standard: String
  /// The value in force, as JSON.
  package let value: String
  /// The layer in which the value was set.
  package let layer: ConfigurationLayer

  /// The path with dots, as problems name it.
  package var key: String { path.joined(separator: ".") }
}

extension EffectiveConfiguration {
  /// Every key, in the order of their declaration.
  package var settings: [ConfigurationSetting] { Self.settings(of: entries, in: []) }

  private static func settings(of entries: [ConfigurationEntry], in path: [String]) -> [ConfigurationSetting] {
    entries.flatMap { entry in
      let path = path + [entry.name]
      switch entry {
      case .key(let key):
        return [
          ConfigurationSetting(
            path: path, documentation: key.documentation, standard: key.standard, value: key.value, layer: key.layer)
        ]
      case .section(_, _, let entries): return settings(of: entries, in: path)
      case .list(_, let documentation, _, let items, let standard):
        return [
          ConfigurationSetting(
            path: path, documentation: documentation, standard: json(of: standard), value: json(of: items),
            layer: items == standard ? .standard : layer(of: items))
        ]
      }
    }
  }

  private static func json(of entries: [ConfigurationEntry]) -> String {
    let members = entries.map { entry in
      let value =
        switch entry {
        case .key(let key): key.value
        case .section(_, _, let entries): json(of: entries)
        case .list(_, _, _, let items, _): json(of: items)
        }
      return "\(JSON5Grammar.literal(entry.name)):\(value)"
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func json(of items: [[ConfigurationEntry]]) -> String {
    "[\(items.map { json(of: $0) }.joined(separator: ","))]"
  }

  /// A list is written in one place, so the first key that was written tells where.
  private static func layer(of items: [[ConfigurationEntry]]) -> ConfigurationLayer {
    guard !items.isEmpty else { return .standard }
    for case .key(let key) in items.joined() where key.layer != .standard { return key.layer }
    return .file
  }
}
