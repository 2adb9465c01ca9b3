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
