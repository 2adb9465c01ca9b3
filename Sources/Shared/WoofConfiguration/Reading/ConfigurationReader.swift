// SPDX-License-Identifier: Apache-2.0

/// Reads one section of the configuration, and remembers what it was asked for: every key with its kind, default and
/// documentation.
///
/// It never throws: what is wrong is noted, the default is handed out instead, and all of it is reported at the end.
package struct ConfigurationReader {
  private let table: ConfigurationTable
  private let path: [String]
  private(set) var entries: [ConfigurationEntry] = []
  private(set) var findings: [ConfigurationFinding] = []

  init(_ table: ConfigurationTable, path: [String]) {
    self.table = table
    self.path = path
  }

  /// Declares a key and reads its value.
  ///
  /// - Parameters:
  ///   - key: The name of the key, of which a section has one only.
  ///   - kind: The kind of the value.
  ///   - standard: The value where the file has none, or a wrong one.
  ///   - documentation: The purpose of the key, in a sentence or two.
  package mutating func value<Value>(
    _ key: String, _ kind: ConfigurationKind<Value>, default standard: Value, _ documentation: String
  ) -> Value {
    declare(key)
    var value = standard
    var origin: ConfigurationOrigin?
    if let found = table[key] {
      do throws(ConfigurationMismatch) {
        value = try kind.read(found)
        origin = found.origin
      } catch {
        findings.append(.mismatch(error, key: path + [key], kind: kind.name, allowed: kind.allowed))
      }
    }
    entries.append(
      .key(
        ConfigurationKey(
          name: key, documentation: documentation, kind: kind.name, allowed: kind.allowed,
          standard: kind.literal(standard), value: kind.literal(value), origin: origin)))
    return value
  }

  /// Declares a section within this one and reads it.
  package mutating func section<Section: ConfigurationSection>(
    _ key: String, of type: Section.Type = Section.self, _ documentation: String
  ) -> Section {
    section(key, documentation) { reader in Section(from: &reader) }
  }

  /// Declares a section within this one and reads it by a closure.
  package mutating func section<Section>(
    _ key: String, _ documentation: String, _ read: (inout ConfigurationReader) -> Section
  ) -> Section {
    declare(key)
    var reader = ConfigurationReader(table(in: table[key], of: path + [key]), path: path + [key])
    let section = read(&reader)
    entries.append(.section(name: key, documentation: documentation, reader.entries))
    findings += reader.finish()
    return section
  }

  /// Declares a list of sections and reads it; one that is absent or empty is the default.
  ///
  /// - Parameter standard: The default, a list of sections as JSON5; by default none.
  package mutating func sections<Section: ConfigurationSection>(
    _ key: String, of type: Section.Type = Section.self, default standard: String = "[]", _ documentation: String
  ) -> [Section] {
    declare(key)
    var sample = ConfigurationReader(ConfigurationTable(), path: path + [key])
    _ = Section(from: &sample)
    let written: (sections: [Section], items: [[ConfigurationEntry]]) = read(elements(of: key), of: key)
    let usual: (sections: [Section], items: [[ConfigurationEntry]]) = read(Self.elements(in: standard), of: key)
    let standardItems = usual.items.map { $0.map(\.unwritten) }
    entries.append(
      .list(
        name: key, documentation: documentation, element: sample.entries,
        items: written.items.isEmpty ? standardItems : written.items, standard: standardItems))
    return written.sections.isEmpty ? usual.sections : written.sections
  }

  private mutating func read<Section: ConfigurationSection>(
    _ elements: [ConfigurationValue], of key: String
  ) -> (sections: [Section], items: [[ConfigurationEntry]]) {
    var sections: [Section] = []
    var items: [[ConfigurationEntry]] = []
    for (index, value) in elements.enumerated() {
      let itemPath = path + ["\(key)[\(index)]"]
      var reader = ConfigurationReader(table(in: value, of: itemPath), path: itemPath)
      sections.append(Section(from: &reader))
      items.append(reader.entries)
      findings += reader.finish()
    }
    return (sections, items)
  }

  /// The elements of a list that the program itself has written.
  private static func elements(in text: String) -> [ConfigurationValue] {
    guard let value = try? JSON5Parser.parse(Array(text.unicodeScalars)), case .list(let elements) = value.content
    else {
      preconditionFailure("a default is no list: \(text)")
    }
    return elements
  }

  /// The option of the command line that gave the value of a key; `nil` where none did.
  ///
  /// - Parameter key: The key, which has been read.
  package func option(for key: String) -> String? {
    if case .option(let option)? = table[key]?.origin { option } else { nil }
  }

  /// Notes that the value of a key cannot stand beside another's, or is refused for a reason its kind does not know.
  ///
  /// - Parameters:
  ///   - key: The key, which has been read.
  ///   - reason: The mistake and its remedy, as a sentence without its full stop.
  package mutating func refuse(_ key: String, because reason: String) {
    let origin = table.members.first { $0.name == key }?.value.origin
    findings.append(ConfigurationFinding(.refused, key: path + [key], origin: origin, message: reason))
  }

  /// Adds what can only be told when all keys are declared, and hands out everything found.
  func finish() -> [ConfigurationFinding] {
    let names = entries.map(\.name)
    var seen: Set<String> = []
    var found = findings
    for member in table.members {
      if !names.contains(member.name) {
        found.append(.unknown(member, in: path, nearest: names.nearest(to: member.name)))
      } else if !seen.insert(member.name).inserted {
        found.append(
          ConfigurationFinding(
            .duplicateKey, key: path + [member.name], origin: member.origin, message: "this key stands here twice"))
      }
    }
    return found
  }

  private func declare(_ key: String) {
    precondition(!entries.contains { $0.name == key }, "the key \(key) is declared twice in one section")
  }

  private mutating func elements(of key: String) -> [ConfigurationValue] {
    guard let value = table[key] else { return [] }
    if case .list(let elements) = value.content { return elements }
    findings.append(
      .mismatch(ConfigurationMismatch(.wrongType, value), key: path + [key], kind: "list of sections", allowed: nil))
    return []
  }

  private mutating func table(in value: ConfigurationValue?, of path: [String]) -> ConfigurationTable {
    guard let value else { return ConfigurationTable() }
    if case .section(let table) = value.content { return table }
    findings.append(.mismatch(ConfigurationMismatch(.wrongType, value), key: path, kind: "section", allowed: nil))
    return ConfigurationTable()
  }
}
