// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofConfiguration
import WoofModel
import WoofServer
import WoofSharedStores
import WoofStorage
import WoofTerminal

/// Backs the stores up.
struct BackupCommand: Command {
  static let name = "backup"
  static let summary = "Backs everything up, while the service runs or not."
  static let discussion = """
    TARGET is a folder that is not there yet, or - for a tar archive on standard output. With --since, photos that an \
    earlier backup has too are not copied but linked to it, where both are on one file system; each backup is whole by \
    itself all the same, and either may be removed.

    Where nodes share a database and a bucket, name their configuration by --config. A backup can be restored into either \
    kind of stores.

    A backup that broke off lies in TARGET.partial and is no backup. Where photos are missing or damaged, the backup \
    holds all others, names those, and ends with exit code 1.
    """

  private let target: String
  private let stores: StorePlaceOption
  private let since: String?
  private let printsJSON: Bool

  init(from reader: inout ArgumentReader) {
    target = reader.argument("TARGET", "The folder to be made, or - for a tar archive on standard output.")
    stores = StorePlaceOption(from: &reader)
    since = reader.option("--since", .text("FOLDER"), "An earlier backup, whose photos are not copied again.")
    printsJSON = reader.flag("--json", "Prints what was done as a JSON object.")
    if target == "-", since != nil { reader.refuse(because: "--since is for folders; an archive holds everything") }
  }

  func run() async throws -> ExitCode {
    let isStream = target == "-"
    guard !isStream || !StandardStream.output.isTerminal else {
      throw CommandFailure("a tar archive is nothing for a terminal; send it to a file or a program", exitCode: .usage)
    }
    let line = ProgressLine()
    defer { line.end() }
    let place = try stores.place()
    let destination: StoreBackup.Target =
      isStream ? .stream(StandardStream.output.rawValue) : .folder(target, since: since)
    let summary = try await backUp(place, to: destination) { line.show($0.bar) }
    line.end()
    // The archive is on standard output.
    (isStream ? StandardStream.error : .output).write(printsJSON ? json(summary, of: place) : text(summary))
    return summary.manifest.missingBlobs.isEmpty ? .done : .failed
  }

  private func backUp(
    _ place: StorePlaceOption.Place, to destination: StoreBackup.Target, progress: @escaping StorageProgress.Observer
  ) async throws -> StoreBackup.Summary {
    switch place {
    case .folder(let folder):
      let backup = StoreBackup(of: try DataFolder.open(at: folder.path, for: .upkeep))
      if !printsJSON { place.tell() }
      return try backup.run(to: destination, progress: progress)
    case .shared(let shared):
      let opened = try await shared.openForCommand()
      defer { opened.close() }
      if !printsJSON { place.tell() }
      return try await SharedBackup(of: opened).run(to: destination, progress: progress)
    }
  }

  private func text(_ summary: StoreBackup.Summary) -> String {
    let manifest = summary.manifest
    var text = "\(manifest.blobCount) blobs of \(ByteCount.bytes(manifest.blobByteCount).short)"
    text += " and \(ByteCount.bytes(manifest.recordByteCount).short) of records, as of \(manifest.createdAt)\n"
    if summary.linkedCount > 0 {
      text += "\(summary.copiedCount) of them copied, \(summary.linkedCount) linked to the earlier backup\n"
    }
    for digest in manifest.missingBlobs { text += "missing or damaged: \(digest)\n" }
    return text
  }

  private func json(_ summary: StoreBackup.Summary, of place: StorePlaceOption.Place) -> String {
    JSONObject.line { writer in
      place.write(to: &writer)
      writer.name("createdAt")
      writer.value(summary.manifest.createdAt)
      writer.name("recordByteCount")
      writer.value(summary.manifest.recordByteCount)
      writer.name("blobCount")
      writer.value(summary.manifest.blobCount)
      writer.name("blobByteCount")
      writer.value(summary.manifest.blobByteCount)
      writer.name("copiedCount")
      writer.value(summary.copiedCount)
      writer.name("copiedByteCount")
      writer.value(summary.copiedByteCount)
      writer.name("linkedCount")
      writer.value(summary.linkedCount)
      writer.writeMissingBlobs(summary.manifest.missingBlobs)
    }
  }
}
