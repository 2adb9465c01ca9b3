// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import WoofAdministration
import WoofCommandLine
import WoofModel

/// The command `chain show`, which shows the plugins that a picture passes, in their order.
struct ChainShowCommand: ShellCommand {
  static let name = "show"
  static let summary = "Shows the plugins that a picture passes, in their order."

  private let output: OutputOptions

  init(from reader: inout ArgumentReader) { output = OutputOptions(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode {
    let plugins = try await context.ask(AdminList<AdminPlugin>.plugins().page(after: nil, limit: 500)).items
    let chain = plugins.filter { $0.position != nil }.sorted { ($0.position ?? 0) < ($1.position ?? 0) }
    if output.printsJSON(context.settings) {
      context.console.print(try chain.map { try JSONText.line($0) }.joined())
    } else if chain.isEmpty {
      context.console.note("No plugin is in the chain.\n")
    } else {
      context.console.print(PluginText.table.text(chain, width: context.console.width))
    }
    return .done
  }
}

/// The command `chain set`, which sets the plugins that a picture passes, in their order.
struct ChainSetCommand: ChangingCommand {
  static let name = "set"
  static let summary = "Sets which plugins a picture passes, in their order; each keeps its parameters."

  private let options: ChangeOptions
  private let plugins: [String]

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader)
    plugins = reader.arguments(.plugin, "The plugins; none for all that are found.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    let chain = try PluginChainSetting(in: try await context.ask(AdminAPI.configuration))
    return try await chain.set(chain.steps(of: plugins), options, in: context)
  }
}

/// Has the user edit the chain.
struct ChainEditCommand: ChangingCommand {
  static let name = "edit"
  static let summary = "Opens the chain, with the parameters of its plugins, in an editor."
  static let discussion =
    "The editor is the program that VISUAL or EDITOR names, or vi. Saving nothing changes nothing."

  private let options: ChangeOptions

  init(from reader: inout ArgumentReader) { options = ChangeOptions(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode {
    guard context.dialog.isPossible else {
      throw CommandFailure("an editor needs a terminal: take plugins chain set, or configuration set", exitCode: .usage)
    }
    let chain = try PluginChainSetting(in: try await context.ask(AdminAPI.configuration))
    let text = try await TextEditing(environment: context.environment).edit(try chain.text())
    guard let steps = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)), case .array = steps else {
      throw CommandFailure("what was saved is no list of JSON: nothing was changed")
    }
    guard steps != chain.value else { throw CommandFailure("nothing was changed") }
    return try await chain.set(steps, options, in: context)
  }
}

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
