// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCommandLine
import WoofConfiguration
import WoofModel
import WoofServer
import WoofSharedStores
import WoofStorage
import WoofTerminal

/// Moves the stores of a data folder into a database and a bucket, or out of them.
struct MoveCommand: Command {
  static let name = "move"
  static let summary = "Moves a service from its data folder into a database and a bucket, or back, while it serves."
  static let discussion = """
    FILE is the configuration that the nodes will have, with storage.postgres and storage.s3. Records and photos are copied \
    while the service goes on, and what changes meanwhile is carried over until little is left. Then the service has to be \
    stopped, by you, or with --switch by this command; the rest is carried over within a moment, both sides are compared, and \
    nodes that were started with FILE before, and wait, begin to serve. Accounts, photos, change tokens, links and signed \
    addresses stay valid.

    Where this breaks off, the service goes on as before; run it again, and it goes on too. --abandon gives it up. When it has \
    ended, the data folder is as it was at the switch, and marked, so that no service serves it by mistake.

    --back moves the other way: into a data folder that is new, or was moved before. All nodes have to be stopped when little is \
    left, or, with --switch, write no more from then on, and are stopped afterwards.

    With --keep, the side that is left is kept in step after the switch: what changes is noted, and the move the other way only \
    has to carry that over. Run it without --switch to do so now and then, or all the time; its --abandon lets go.
    """

  private let folder: DataFolderOption
  private let configurationFile: String
  private let stopsService: Bool
  private let comparesAll: Bool
  private let goesBack: Bool
  private let keepsInStep: Bool
  private let formerHolder: String?
  private let plans: Bool
  private let abandons: Bool
  private let printsJSON: Bool

  init(from reader: inout ArgumentReader) {
    configurationFile = reader.argument("FILE", "The configuration of the nodes, a JSON5 file.")
    folder = DataFolderOption(from: &reader)
    goesBack = reader.flag("--back", "Moves from the database and the bucket into the data folder.")
    stopsService = reader.flag(
      "--switch", "Stops the service by SIGTERM, or lets nodes write no more, as soon as little is left.")
    keepsInStep = reader.flag(
      "--keep", "Notes changes after the switch, so that a move the other way goes on from there.")
    comparesAll = reader.flag("--verify", "Compares every row of both sides before the switch, which takes longer.")
    formerHolder = reader.option(
      "--take-bucket-of", .text("INSTALLATION"), "Takes the bucket over from an installation that is gone for good.")
    plans = reader.flag("--plan", "Says how much there is to move, and does nothing.")
    abandons = reader.flag("--abandon", "Gives up a move that has not ended.")
    printsJSON = reader.flag("--json", "Prints what was done as a JSON object.")
    if plans, abandons { reader.refuse(because: "--plan and --abandon exclude each other") }
    if goesBack, formerHolder != nil { reader.refuse(because: "--take-bucket-of is for moves into a bucket") }
  }

  func run() async throws -> ExitCode {
    guard let place = try place() else {
      throw CommandFailure(
        "\(configurationFile) names a data folder; enable storage.postgres and storage.s3 there.", exitCode: .usage)
    }
    if !printsJSON { folder.tell() }
    let move = SharedMove(from: folder.path, into: place)
    let moveBack = SharedMoveBack(from: place, into: folder.path)
    if abandons {
      try goesBack ? moveBack.abandon() : move.abandon()
      StandardStream.output.write(printsJSON ? JSONObject.line(folder.write) : "The move has been given up.\n")
      return .done
    }
    if plans {
      let plan = try goesBack ? moveBack.plan() : move.plan()
      StandardStream.output.write(printsJSON ? json(plan) : text(plan))
      return .done
    }
    let line = ProgressLine()
    defer { line.end() }
    let attendance = attendance { line.show($0.bar) }
    let summary =
      goesBack
      ? try await moveBack.run(
        comparesAll: comparesAll, keepsInStep: keepsInStep, stopsNodes: stopsService, attendance)
      : try await move.run(
        takingOverFrom: formerHolder, comparesAll: comparesAll, keepsInStep: keepsInStep, attendance)
    line.end()
    StandardStream.output.write(printsJSON ? json(summary) : text(summary))
    return summary.missingBlobs.isEmpty ? .done : .failed
  }

  private func place() throws -> SharedPlace? {
    let source = ConfigurationSource.file(configurationFile, orOf: folder.given, overrides: [])
    return try LiveConfiguration(source).started.root.recordPlace?.sharedPlace()
  }

  private func attendance(_ progress: @escaping StorageProgress.Observer) -> MoveAttendance {
    let (stops, isQuiet, goesBack) = (stopsService, printsJSON, goesBack)
    return MoveAttendance(progress: progress) { process in
      if stops, let process { kill(pid_t(process), SIGTERM) }
      guard !stops, !isQuiet else { return }
      let name = process.map { "process \($0)" } ?? "the service"
      let steps = goesBack ? "Stop all nodes." : "Start the nodes, which will wait, and stop \(name)."
      StandardStream.error.write("Nearly everything is there. \(steps)\n")
    }
  }

  private func text(_ plan: MovePlan) -> String {
    let amount =
      "\(plan.blobCount) blobs of \(ByteCount.bytes(plan.blobByteCount).short), and records of "
      + "\(ByteCount.bytes(plan.recordByteCount).short)"
    return plan.isBegun ? "\(amount); the copy has been begun, and would go on\n" : "\(amount)\n"
  }

  private func json(_ plan: MovePlan) -> String {
    JSONObject.line { writer in
      folder.write(to: &writer)
      writer.name("blobCount")
      writer.value(plan.blobCount)
      writer.name("blobByteCount")
      writer.value(plan.blobByteCount)
      writer.name("recordByteCount")
      writer.value(plan.recordByteCount)
      writer.name("isBegun")
      writer.value(plan.isBegun)
    }
  }

  private func text(_ summary: MoveSummary) -> String {
    var text = "moved: \(summary.blobCount) blobs of \(ByteCount.bytes(summary.blobByteCount).short), "
    text += "\(summary.carriedCount) rows that changed meanwhile; nobody could write for \(milliseconds(summary)) ms\n"
    for digest in summary.missingBlobs { text += "missing or damaged: \(digest)\n" }
    return text
  }

  private func json(_ summary: MoveSummary) -> String {
    JSONObject.line { writer in
      folder.write(to: &writer)
      writer.name("blobCount")
      writer.value(summary.blobCount)
      writer.name("blobByteCount")
      writer.value(summary.blobByteCount)
      writer.name("changedRowCount")
      writer.value(summary.carriedCount)
      writer.name("pauseMilliseconds")
      writer.value(milliseconds(summary))
      writer.writeMissingBlobs(summary.missingBlobs)
    }
  }

  private func milliseconds(_ summary: MoveSummary) -> Int { Int(summary.pause / .milliseconds(1)) }
}
