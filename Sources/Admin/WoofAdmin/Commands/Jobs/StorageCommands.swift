// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofCommandLine
import WoofModel

/// Makes a backup of all data.
struct BackupCommand: ChangingCommand {
  static let name = "backup"
  static let summary = "Backs everything up into a folder of the service's machine, while the service runs."

  private let options: JobOptions
  private let earlier: String?
  private let target: String

  init(from reader: inout ArgumentReader) {
    options = JobOptions(from: &reader)
    earlier = reader.option(
      "--since", .folder("BACKUP"), "An earlier backup: what it has too is linked to it instead of copied.")
    target = reader.argument(.absoluteFolder("TARGET"), otherwise: "", "The folder, which is not there yet.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    try await options.run(.backup(target: target, since: earlier), in: context)
  }
}

/// Restores a backup.
struct RestoreCommand: ChangingCommand {
  static let name = "restore"
  static let summary = "Restores a backup into an empty folder of the service's machine, never over what is served."

  private let options: JobOptions
  private let point: String?
  private let backup: String
  private let folder: String

  init(from reader: inout ArgumentReader) {
    options = JobOptions(from: &reader)
    point = reader.option(
      "--point", .text("POINT"), "Which of several: its name, or the latest moment, as 2026-05-01T10:00Z.")
    backup = reader.argument(
      .absoluteFolder("BACKUP"), otherwise: "", "The backup, or a folder of several; by default the newest.")
    folder = reader.argument(.absoluteFolder("INTO"), otherwise: "", "The folder, which is empty or not there.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    try await options.run(.restore(backup: backup, into: folder, point: point), in: context)
  }
}

/// Checks what is stored.
struct CheckCommand: ChangingCommand {
  static let name = "check"
  static let summary = "Checks everything that is stored, while the service runs."

  private let options: JobOptions
  private let depth: AdminJobRequest.Depth

  init(from reader: inout ArgumentReader) {
    options = JobOptions(from: &reader)
    depth =
      reader.option(
        "--depth", .choice("DEPTH", of: AdminJobRequest.Depth.self),
        "How far: the records only, lengths of files too, or every byte, which is the default.") ?? .bytes
  }

  func run(in context: ShellContext) async throws -> ExitCode { try await options.run(.check(depth), in: context) }
}

/// Removes what nothing needs.
struct CollectGarbageCommand: ChangingCommand {
  static let name = "gc"
  static let summary = "Removes bytes that nothing needs any more."

  private let options: JobOptions

  init(from reader: inout ArgumentReader) { options = JobOptions(from: &reader, isDestructive: true) }

  func run(in context: ShellContext) async throws -> ExitCode { try await options.run(.collectGarbage, in: context) }
}

extension ArgumentKind where Value == String {
  /// The path of a folder on the service's machine, from its root.
  fileprivate static func absoluteFolder(_ placeholder: String) -> Self {
    ArgumentKind(placeholder, allowed: "a path from /", completion: .folders) { $0.hasPrefix("/") ? $0 : nil }
  }
}
