// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import WoofConfiguration
internal import WoofModel
internal import WoofStorage

/// The settings of administrators, as `settings.json` of the data folder keeps them.
struct AdministeredSettings: Codable, Hashable, Sendable {
  /// Grows with every change.
  var version: Int64 = 0
  /// The values by their keys.
  var values: [String: JSONValue] = [:]

  /// The file's name in the data folder.
  static let fileName = "settings.json"

  private static let files = SystemFileSystem()

  /// Reads the file of a folder; where there is none, nothing has been set.
  ///
  /// - Throws: `ConfigurationError` where the file cannot be read or is wrong.
  static func read(in folder: String) throws -> AdministeredSettings {
    let path = "\(folder)/\(fileName)"
    guard try files.byteCount(at: path) != nil else { return AdministeredSettings() }
    let text = try ConfigurationFile.read(path: path)
    do {
      return try JSONDecoder().decode(Self.self, from: Data(text.utf8))
    } catch {
      throw ConfigurationError(
        source: path,
        problems: [
          ConfigurationProblem(
            code: .syntax, key: "", place: nil,
            message: "this is not what administrators have set; repair it, or remove it to begin without")
        ])
    }
  }

  /// Keeps it, durably.
  ///
  /// - Throws: `FileSystemError`.
  func write(in folder: String) throws {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("version")
    writer.value(version)
    writer.name("values")
    writer.value(.object(values))
    writer.endObject()
    writer.newline()
    try Self.files.replaceDurably("\(folder)/\(Self.fileName)", with: writer.bytes)
  }

  /// The values as they stand in for those of the file.
  ///
  /// - Throws: `ConfigurationError` where a key cannot be set by administrators.
  func overrides() throws -> [ConfigurationOverride] {
    try values.sorted { $0.key < $1.key }.map { key, value in
      var writer = JSONWriter()
      writer.value(value)
      let json = String(decoding: writer.bytes, as: UTF8.self)
      guard let path = Self.paths[key],
        let override = ConfigurationOverride(administratorsPath: path, json: json)
      else {
        throw ConfigurationError(
          source: Self.fileName,
          problems: [
            ConfigurationProblem(
              code: .unknownKey, key: key, place: .administrator, message: "administrators can set no such key")
          ])
      }
      return override
    }
  }

  /// The key that a text means: the key itself, or its end where that means no other.
  static func key(_ text: String) -> String? {
    if paths[text] != nil { return text }
    let found = paths.keys.filter { $0.hasSuffix(".\(text)") }
    return found.count == 1 ? found.first : nil
  }

  /// The keys that administrators can set, with the sections that they stand in.
  private static let paths: [String: [String]] = {
    guard let standard = try? WoofServer.configuration() else { return [:] }
    let settings = standard.settings.filter { LiveSetting.settable($0.path) != nil }
    return Dictionary(settings.map { ($0.key, $0.path) }) { first, _ in first }
  }()
}
