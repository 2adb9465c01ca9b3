// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel
import WoofSharedStores
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

    Where nodes share a database and a bucket, name their configuration by --config; they may run or not. A photo whose \
    object is missing or damaged is noted as missing: whoever uploads it again heals it, and so does who puts the object \
    back and checks again. --repair counts anew what is counted, while the nodes run.

    Exit codes: 0 all is sound, or has been repaired; 1 something is wrong, or could not be checked.
    """

  private let stores: StorePlaceOption
  private let repairs: Bool
  private let backup: String?
  private let skipsBytes: Bool
  private let printsJSON: Bool

  init(from reader: inout ArgumentReader) {
    stores = StorePlaceOption(from: &reader)
    skipsBytes = reader.flag("--quick", "Looks at the lengths of photos only, and reads none.")
    repairs = reader.flag("--repair", "Repairs what can be repaired, and says what cannot.")
    backup = reader.option("--from", .text("BACKUP"), "A backup from which --repair takes missing photos.")
    printsJSON = reader.flag("--json", "Prints what was found as a JSON object.")
    if backup != nil, !repairs { reader.refuse(because: "--from is for --repair; add it") }
  }

  private var depth: StoreCheck.Depth { skipsBytes ? .lengths : .bytes }

  func run() async throws -> ExitCode {
    let place = try stores.place()
    switch place {
    case .folder(let folder): return try check(folder, in: place)
    case .shared(let shared): return try await check(shared, in: place)
    }
  }

  private func check(_ folder: DataFolderOption, in place: StorePlaceOption.Place) throws -> ExitCode {
    let line = ProgressLine()
    defer { line.end() }
    guard repairs else {
      let check = try StoreCheck(of: try DataFolder.open(at: folder.path, for: .upkeep))
      if !printsJSON { place.tell() }
      let report = try check.report(depth, quarantinesDamage: true) { line.show($0.bar) }
      line.end()
      return print(report, of: place, .files)
    }
    _ = try DataFolder.open(at: folder.path, for: .upkeep)
    let own = try DataFolder.open(at: folder.path, for: .service)
    defer { own.close() }
    if !printsJSON { place.tell() }
    let outcome = try StoreRepair(of: own, from: backup).run(depth) { line.show($0.bar) }
    line.end()
    return print(outcome, of: place, .files)
  }

  private func check(_ shared: SharedPlace, in place: StorePlaceOption.Place) async throws -> ExitCode {
    guard backup == nil else {
      throw CommandFailure(
        "--from is for data folders. A photo whose object is gone comes back when its owner uploads it again, or when the "
          + "object is put back and checked again.", exitCode: .usage)
    }
    if !printsJSON { place.tell() }
    let line = ProgressLine()
    defer { line.end() }
    let (depth, repairs) = (depth, repairs)
    // It blocks until tasks have been done, which need threads of their own.
    if repairs {
      let outcome = await SystemThread.run(named: "check") {
        Result { try SharedStoreRepair(of: shared).run(depth) { line.show($0.bar) } }
      }
      line.end()
      return print(try outcome.get(), of: place, .objects)
    }
    let report = await SystemThread.run(named: "check") {
      Result { try SharedStoreCheck(of: shared).report(depth) { line.show($0.bar) } }
    }
    line.end()
    return print(try report.get(), of: place, .objects)
  }

  private func print(
    _ report: StoreReport, of place: StorePlaceOption.Place, _ form: CheckRendering.BlobForm
  ) -> ExitCode {
    StandardStream.output.write(
      printsJSON ? CheckRendering.json(report, of: place) : CheckRendering.text(report, form))
    return report.isSound ? .done : .failed
  }

  private func print(
    _ outcome: StoreRepair.Outcome, of place: StorePlaceOption.Place, _ form: CheckRendering.BlobForm
  ) -> ExitCode {
    StandardStream.output.write(
      printsJSON ? CheckRendering.json(outcome, of: place) : CheckRendering.text(outcome, form))
    return outcome.after.isSound ? .done : .failed
  }
}
