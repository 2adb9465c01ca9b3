// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofCommandLine
import WoofModel

/// Lists what was set aside.
struct QuarantineListCommand: ShellCommand {
  static let name = "list"
  static let summary = "Lists damaged blobs, and pictures that no transformer got through."

  private let options: ListOptions

  init(from reader: inout ArgumentReader) { options = ListOptions(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode {
    let table = ListTable<AdminQuarantined>([
      .number("DIGEST") { $0.digest.description }, .text("CAUSE") { $0.cause.rawValue },
      .number("SIZE") { ShortText.bytes($0.byteCount) }, .text("SINCE") { ShortText.moment($0.quarantinedAt) },
      .text("NOTE") { $0.note ?? "" },
    ])
    try await context.list(.quarantine(), options, table)
    return .done
  }
}

/// Shows one thing that was set aside.
struct QuarantineShowCommand: ShellCommand {
  static let name = "show"
  static let summary = "Shows why something was set aside."

  private let output: OutputOptions
  private let digest: Digest?

  init(from reader: inout ArgumentReader) {
    output = OutputOptions(from: &reader)
    digest = reader.argument(.digest, otherwise: nil, "Which one.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    guard let item = try await context.first(of: .quarantine(), where: { $0.digest == digest }) else {
      throw CommandFailure("that is not in quarantine; see: quarantine list")
    }
    try context.print(item, output) { item in
      var table = DetailTable()
      table.append("digest", item.digest.description)
      table.append("cause", item.cause.rawValue)
      table.append("size", ShortText.bytes(item.byteCount))
      table.append("since", ShortText.moment(item.quarantinedAt))
      table.append("note", item.note)
      return table
    }
    return .done
  }
}

/// Writes what was set aside to a file.
struct QuarantineExportCommand: ShellCommand {
  static let name = "export"
  static let summary = "Writes what was set aside to a file. Take care: it may be made to do harm to who opens it."

  private let digest: Digest?
  private let export: FileExport

  init(from reader: inout ArgumentReader) {
    digest = reader.argument(.digest, otherwise: nil, "Which one.")
    export = FileExport(from: &reader)
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    guard let digest else { return .usage }
    return try await export.run(AdminAPI.quarantined(digest), in: context)
  }
}

/// Deletes what was set aside.
struct QuarantineDeleteCommand: ChangingCommand {
  static let name = "delete"
  static let summary = "Deletes what was set aside."

  private let options: ChangeOptions
  private let digest: Digest?

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader, isDestructive: true)
    digest = reader.argument(.digest, otherwise: nil, "Which one.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    guard let digest else { return .usage }
    guard try await context.perform(AdminChanges.deleteQuarantined(digest), options) != nil else { return .done }
    try context.done(options.output, "Deleted \(digest).\n")
    return .done
  }
}
