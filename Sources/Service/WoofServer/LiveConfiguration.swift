// SPDX-License-Identifier: Apache-2.0

package import WoofAdministration
package import WoofConfiguration
internal import FoundationEssentials
package import WoofModel
import WoofAPI

/// The configuration of a service that runs: what the file says, what administrators have set instead, which is kept in
/// `settings.json` of the data folder, and what the command line says instead of both.
package actor LiveConfiguration {
  typealias Effective = EffectiveConfiguration<ServerSettings>

  /// Lets settings count in the running service.
  typealias Applying = @Sendable (ServerSettings, Set<LiveSetting>) async throws -> Void

  /// The configuration that the service starts with.
  package nonisolated let started: EffectiveConfiguration<ServerSettings>

  private let source: ConfigurationSource
  private var administered: AdministeredSettings
  private var current: Effective
  private var apply: Applying?
  private var isChanging = false

  /// Reads a configuration.
  ///
  /// - Throws: ``WoofConfiguration/ConfigurationError`` with all that is wrong, and what reading the file throws.
  package init(_ source: ConfigurationSource) throws {
    self.source = source
    let plain = try Self.read(source, [])
    let folder = plain.root.dataFolder
    administered = try folder.map { try AdministeredSettings.read(in: $0) } ?? AdministeredSettings()
    started = administered.values.isEmpty ? plain : try Self.read(source, administered.overrides())
    current = started
  }

  private static func read(_ source: ConfigurationSource, _ administered: [ConfigurationOverride]) throws -> Effective {
    let (text, name) = try source.read()
    return try WoofServer.configuration(text: text, source: name, overrides: administered + source.overrides)
  }

  /// Has `apply` called when something else is to count.
  func attach(_ apply: @escaping Applying) { self.apply = apply }

  /// Reads the file again, and lets count what may: the level of the log, what is done with pictures, the limits of
  /// failed sign-ins. The rest counts from the next start on.
  ///
  /// - Returns: The settings that have taken effect, and those that wait for the next start.
  /// - Throws: ``WoofConfiguration/ConfigurationError``, ``WoofModel/WoofError`` with the code `unavailable` while the
  ///   service starts, and what keeps it from counting; what counted before still does.
  @discardableResult
  package func readAgain() async throws -> ConfigurationReading {
    try await changing { apply in
      let effective = try Self.read(source, administered.overrides())
      try await apply(effective.root, Set(LiveSetting.allCases))
      let reading = ConfigurationReading(
        changed: Self.changes(from: current, to: effective).map(\.key),
        waiting: Self.waiting(from: started, to: effective))
      current = effective
      return reading
    }
  }

  /// The keys that count from the start on, and have other values than those that the service was started with.
  private static func waiting(from started: Effective, to new: Effective) -> [String] {
    let values = Dictionary(started.settings.map { ($0.key, $0.value) }) { first, _ in first }
    return new.settings.filter { LiveSetting.reloadable($0.path) == nil && values[$0.key] != $0.value }.map(\.key)
  }

  private func changing<Result>(_ body: (Applying) async throws -> Result) async throws -> Result {
    guard let apply else { throw WoofError(.unavailable, "The service is starting; ask again.", retryAfter: 1) }
    guard !isChanging else {
      throw WoofError(.conflict, "Somebody else changes the configuration at this moment; look again.")
    }
    isChanging = true
    defer { isChanging = false }
    return try await body(apply)
  }
}

extension LiveConfiguration: ConfigurationAdministration {
  /// Returns the values in effect, and where each was set. A value that counts from the start only is as it was then.
  package func configuration() throws -> AdminConfiguration {
    let atStart = Dictionary(started.settings.map { ($0.key, $0) }) { first, _ in first }
    let settings = try current.settings.map { setting in
      let counts = LiveSetting.reloadable(setting.path) == nil ? atStart[setting.key] ?? setting : setting
      return try AdminSetting(counts)
    }
    return AdminConfiguration(version: administered.version, settings: settings)
  }

  /// Returns what a change would do, and changes nothing.
  package func plan(_ values: [String: JSONValue], of version: Int64) throws -> AdminPlan {
    let (_, effective) = try next(values, of: version)
    let changes = Self.changes(from: current, to: effective).map { "\($0.key) to \($0.value)" }
    return AdminPlan(summary: changes.isEmpty ? "changes nothing" : "sets \(changes.joined(separator: ", "))")
  }

  /// Sets values, durably, and lets them count.
  package func change(_ values: [String: JSONValue], of version: Int64) async throws -> AdminConfiguration {
    try await changing { apply in
      let (next, effective) = try next(values, of: version)
      let live = Set(Self.changes(from: current, to: effective).compactMap { LiveSetting.reloadable($0.path) })
      do {
        try await apply(effective.root, live)
      } catch {
        throw WoofError(.conflict, "This cannot count: \(error)", cause: error)
      }
      do {
        // The folder that is served, whatever the file says for the next start.
        if let folder = started.root.dataFolder { try next.write(in: folder) }
      } catch {
        // What is not kept must not count either.
        try? await apply(current.root, live)
        throw WoofError(.insufficientStorage, "What was set could not be kept.", cause: error)
      }
      (administered, current) = (next, effective)
      return try configuration()
    }
  }

  /// Reads again what `SIGHUP` reads again.
  package func reload() async throws {
    do {
      try await readAgain()
    } catch let error as WoofError {
      throw error
    } catch {
      throw WoofError(.conflict, "What counted before still does: \(error)", cause: error)
    }
  }

  private func next(
    _ values: [String: JSONValue], of version: Int64
  ) throws -> (AdministeredSettings, Effective) {
    guard version == administered.version else {
      throw WoofError(
        .preconditionFailed,
        "Somebody has changed the configuration meanwhile; it is of version \(administered.version).",
        details: ["version": .integer(administered.version)])
    }
    var next = administered
    next.version += 1
    var keys: Set<String> = []
    for (name, value) in values {
      let key = try key(name)
      guard keys.insert(key).inserted else {
        throw WoofError(.invalidParameter, "This key stands here twice.", details: ["parameter": .string(name)])
      }
      next.values[key] = value == .null ? nil : value
    }
    let effective = try read(next)
    if let fixed = effective.settings.first(where: { keys.contains($0.key) && $0.layer == .commandLine }) {
      throw WoofError(
        .conflict, "\(fixed.key) was set on the command line, which counts more than what administrators set.",
        details: ["parameter": .string(fixed.key)])
    }
    return (next, effective)
  }

  private func key(_ name: String) throws(WoofError) -> String {
    if let key = AdministeredSettings.key(name) { return key }
    let isKnown = current.settings.contains { $0.key == name }
    throw WoofError(
      .invalidParameter,
      isKnown ? "This key counts from the start of the service on; set it in the file." : "There is no such key.",
      details: ["parameter": .string(name)])
  }

  private func read(_ settings: AdministeredSettings) throws -> Effective {
    do {
      return try Self.read(source, settings.overrides())
    } catch let error as ConfigurationError {
      guard let problem = error.problems.first(where: { $0.place == .administrator }) else {
        throw WoofError(.conflict, "The configuration file has come to be wrong: \(error)", cause: error)
      }
      throw WoofError(
        .invalidParameter, "\(problem.key): \(problem.message)", details: ["parameter": .string(problem.key)])
    }
  }

  /// Returns the settings that take effect at once, which may be more than administrators set: the file may have been
  /// edited meanwhile.
  private static func changes(from old: Effective, to new: Effective) -> [ConfigurationSetting] {
    let values = Dictionary(old.settings.map { ($0.key, $0.value) }) { first, _ in first }
    return new.settings.filter { LiveSetting.reloadable($0.path) != nil && values[$0.key] != $0.value }
  }
}

extension AdminSetting {
  /// - Throws: `DecodingError` where a value is not JSON, which is a defect.
  fileprivate init(_ setting: ConfigurationSetting) throws {
    let origin: Origin =
      switch setting.layer {
      case .standard: .standard
      case .file: .file
      case .administrator: .administrator
      case .commandLine: .commandLine
      }
    let decoder = JSONDecoder()
    self.init(
      key: setting.key, documentation: setting.documentation,
      value: try decoder.decode(JSONValue.self, from: Data(setting.value.utf8)),
      standard: try decoder.decode(JSONValue.self, from: Data(setting.standard.utf8)), origin: origin,
      isLive: LiveSetting.settable(setting.path) != nil)
  }
}

/// The result of reading the configuration again while the service runs.
package struct ConfigurationReading: Hashable, Sendable {
  /// The keys whose new values count now.
  package let changed: [String]
  /// The keys whose new values count from the next start on: those that differ from what the service was started with.
  package let waiting: [String]
}
