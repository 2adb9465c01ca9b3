// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel
import WoofServer
import WoofStorage
import WoofTerminal

/// Checks the data folder.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "Checks everything that is stored, while the service runs or not."
  static let discussion = """
    Every photo is read and compared with its digest, the records with each other and with the photos. A photo whose \
    bytes have changed is moved to quarantine, in the data folder, so that nobody is served with it.

    --repair makes counts, lists and references anew and removes files that nothing needs; with --from, it takes missing \
    photos from a backup. It needs the folder for itself, so the service has to be stopped.

    --quick compares lengths only, and says no more than that they are sound.

    Exit codes: 0 all is sound, or has been repaired; 1 something is wrong, or could not be checked.
    """

  private let folder: DataFolderOption
  private let repairs: Bool
  private let backup: String?
  private let skipsBytes: Bool
  private let printsJSON: Bool

  init(from reader: inout ArgumentReader) {
    folder = DataFolderOption(from: &reader)
    skipsBytes = reader.flag("--quick", "Looks at the lengths of photos only, and reads none.")
    repairs = reader.flag("--repair", "Repairs what can be repaired, and says what cannot.")
    backup = reader.option("--from", .text("BACKUP"), "A backup from which --repair takes missing photos.")
    printsJSON = reader.flag("--json", "Prints what was found as a JSON object.")
    if backup != nil, !repairs { reader.refuse(because: "--from is for --repair; add it") }
  }

  func run() async throws -> ExitCode {
    let depth: StoreCheck.Depth = skipsBytes ? .lengths : .bytes
    let line = ProgressLine()
    defer { line.end() }
    guard repairs else {
      let check = try StoreCheck(of: try DataFolder.open(at: folder.path, for: .upkeep))
      if !printsJSON { folder.tell() }
      let report = try check.report(depth, quarantinesDamage: true) { line.show($0.bar) }
      line.end()
      StandardStream.output.write(printsJSON ? CheckRendering.json(report, of: folder) : CheckRendering.text(report))
      return report.isSound ? .done : .failed
    }
    _ = try DataFolder.open(at: folder.path, for: .upkeep)
    let own = try DataFolder.open(at: folder.path, for: .service)
    defer { own.close() }
    if !printsJSON { folder.tell() }
    let outcome = try StoreRepair(of: own, from: backup).run(depth) { line.show($0.bar) }
    line.end()
    StandardStream.output.write(printsJSON ? CheckRendering.json(outcome, of: folder) : CheckRendering.text(outcome))
    return outcome.after.isSound ? .done : .failed
  }
}
