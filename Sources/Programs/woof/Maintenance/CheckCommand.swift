// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCommandLine
import WoofConfiguration
import WoofModel
import WoofServer
import WoofStorage
import WoofSystem
import WoofTerminal

/// Checks the data folder, or the stores that nodes share.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "Checks everything that is stored, while the service runs or not."
  static let discussion = """
    Every photo is read and compared with its digest, the records with each other and with the photos. A photo whose \
    bytes have changed is moved to quarantine, in the data folder, so that nobody is served with it.

    --repair makes counts, lists and references anew and removes files that nothing needs; with --from, it takes missing \
    photos from a backup. It needs the folder for itself, so the service has to be stopped.

    --quick compares lengths only, and says no more than that they are sound.

    Where a configuration keeps records in PostgreSQL and photos in an object store, these are checked, beside the nodes or without \
    them. A photo whose object is missing or damaged is noted in the ledger of blobs: whoever uploads it again heals it, and so does \
    who puts the object back and checks again. --repair counts anew what is counted, while the nodes run.

    Exit codes: 0 all is sound, or has been repaired; 1 something is wrong, or could not be checked.
    """

  private let folder: DataFolderOption
  private let configurationFile: String?
  private let repairs: Bool
  private let backup: String?
  private let skipsBytes: Bool
  private let printsJSON: Bool

  init(from reader: inout ArgumentReader) {
    folder = DataFolderOption(from: &reader)
    configurationFile = reader.option(
      "--config", .text("FILE"),
      "The configuration of the service, a JSON5 file; by default woof.json5 of the data folder, where it exists.")
    skipsBytes = reader.flag("--quick", "Looks at the lengths of photos only, and reads none.")
    repairs = reader.flag("--repair", "Repairs what can be repaired, and says what cannot.")
    backup = reader.option("--from", .text("BACKUP"), "A backup from which --repair takes missing photos.")
    printsJSON = reader.flag("--json", "Prints what was found as a JSON object.")
    if backup != nil, !repairs { reader.refuse(because: "--from is for --repair; add it") }
  }

  private var depth: StoreCheck.Depth { skipsBytes ? .lengths : .bytes }

  func run() async throws -> ExitCode {
    let overrides = folder.chosen.map { DataFolderOption.overrides(option: "--data", folder: $0) } ?? []
    let source = ConfigurationSource.file(configurationFile, orOf: folder.given, overrides: overrides)
    let settings = try LiveConfiguration(source).started.root
    switch settings.recordPlace {
    case .folder(let path): return try checkFolder(DataFolderOption(chosen: path))
    case .postgres(let shared): return try await checkShared(settings, node: DataFolderOption(chosen: shared.folder))
    case nil: throw CommandFailure("The configuration has no data folder; name one by --data DIR.", exitCode: .usage)
    }
  }

  private func checkFolder(_ folder: DataFolderOption) throws -> ExitCode {
    let line = ProgressLine()
    defer { line.end() }
    guard repairs else {
      let check = try StoreCheck(of: try DataFolder.open(at: folder.path, for: .upkeep))
      if !printsJSON { folder.tell() }
      let report = try check.report(depth, quarantinesDamage: true) { line.show($0.bar) }
      line.end()
      return print(report, of: folder, .files)
    }
    _ = try DataFolder.open(at: folder.path, for: .upkeep)
    let own = try DataFolder.open(at: folder.path, for: .service)
    defer { own.close() }
    if !printsJSON { folder.tell() }
    let outcome = try StoreRepair(of: own, from: backup).run(depth) { line.show($0.bar) }
    line.end()
    return print(outcome, of: folder, .files)
  }

  private func checkShared(_ settings: ServerSettings, node folder: DataFolderOption) async throws -> ExitCode {
    guard backup == nil else {
      throw CommandFailure(
        "--from is for data folders. A photo whose object is gone comes back when its owner uploads it again, or when the object is "
          + "put back and checked again.", exitCode: .usage)
    }
    let stores = try CheckedStores(of: settings, folder: Self.temporaryFolder(of: folder))
    if !printsJSON { folder.tell() }
    let line = ProgressLine()
    defer { line.end() }
    let (depth, repairs) = (depth, repairs)
    // It blocks until tasks have been done, which need threads of their own.
    if repairs {
      let outcome = await SystemThread.run(named: "check") {
        Result { try stores.repair.run(depth) { line.show($0.bar) } }
      }
      line.end()
      return print(try outcome.get(), of: folder, .objects)
    }
    let report = await SystemThread.run(named: "check") {
      Result { try stores.check.report(depth) { line.show($0.bar) } }
    }
    line.end()
    return print(try report.get(), of: folder, .objects)
  }

  /// The folder for a copy of the records: that of the node, where this machine has one, or else that of temporary files.
  private static func temporaryFolder(of node: DataFolderOption) -> String {
    if access(node.path, W_OK | X_OK) == 0 { return node.path }
    return getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
  }

  private func print(
    _ report: StoreReport, of folder: DataFolderOption, _ form: CheckRendering.BlobForm
  ) -> ExitCode {
    StandardStream.output.write(
      printsJSON ? CheckRendering.json(report, of: folder) : CheckRendering.text(report, form))
    return report.isSound ? .done : .failed
  }

  private func print(
    _ outcome: StoreRepair.Outcome, of folder: DataFolderOption, _ form: CheckRendering.BlobForm
  ) -> ExitCode {
    StandardStream.output.write(
      printsJSON ? CheckRendering.json(outcome, of: folder) : CheckRendering.text(outcome, form))
    return outcome.after.isSound ? .done : .failed
  }
}
