// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofAdministration
import WoofCommandLine
import WoofModel

/// The setting that says which plugins a picture passes.
struct PluginChainSetting: Sendable {
  private static let key = "plugins.steps"

  private let setting: AdminSetting
  private let version: Int64

  /// Finds the setting.
  ///
  /// - Throws: `CommandFailure` where it cannot be changed while the service runs.
  init(in configuration: AdminConfiguration) throws {
    let found = configuration.settings.first { $0.key == Self.key || $0.key.hasSuffix(".\(Self.key)") }
    guard let found, found.isLive else {
      throw CommandFailure(
        "this service takes the chain from its configuration file only: change \(found?.key ?? "modules.\(Self.key)") "
          + "there, and then: plugins reload")
    }
    setting = found
    version = configuration.version
  }

  /// The steps, each an object with the members `plugin` and `parameters`.
  var value: JSONValue { setting.value }

  /// The steps of plugins, with the parameters that each has now.
  func steps(of plugins: [String]) -> JSONValue {
    var known: [String: JSONValue] = [:]
    if case .array(let steps) = setting.value {
      for case .object(let step) in steps {
        if case .string(let name) = step["plugin"], known[name] == nil { known[name] = .object(step) }
      }
    }
    return .array(plugins.map { known[$0] ?? .object(["plugin": .string($0)]) })
  }

  /// The steps as a text that can be edited.
  func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(setting.value), as: UTF8.self) + "\n"
  }

  /// Sets the steps.
  func set(_ steps: JSONValue, _ options: ChangeOptions, in context: ShellContext) async throws -> ExitCode {
    let change = try AdminChanges.configure([setting.key: steps], ifVersion: version)
    try context.print(try await context.perform(change, options), options) {
      "The chain is set; this is version \($0.version).\n"
    }
    return .done
  }
}
