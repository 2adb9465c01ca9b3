// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofConfiguration
import WoofModel
import WoofServer
import WoofStorage
import WoofTerminal

/// Restores a backup.
struct RestoreCommand: Command {
  static let name = "restore"
  static let summary = "Restores a backup into an empty data folder."
  static let discussion = """
    BACKUP is a folder that woof backup has made, or one that holds several; of these the newest is taken, or the one \
    that --point names. A tar archive is unpacked first: tar -xf ARCHIVE -C FOLDER.

    Every file is compared with its digest before anything is put in place; where one is missing or has changed, it is \
    named and nothing is restored. Change tokens from before are refused afterwards, so that clients begin anew.
    """

  private let backup: String
  private let folder: DataFolderOption
  private let point: String?
  private let printsJSON: Bool

  init(from reader: inout ArgumentReader) {
    backup = reader.argument("BACKUP", "The backup, or a folder of several.")
    folder = DataFolderOption(from: &reader, "The data folder, which must be empty or not there.")
    point = reader.option(
      "--point", .text("POINT"), "Which of several: its name, or the latest moment, as 2026-05-01T10:00Z.")
    printsJSON = reader.flag("--json", "Prints what was restored as a JSON object.")
  }

  func run() async throws -> ExitCode {
    let line = ProgressLine()
    defer { line.end() }
    if !printsJSON { folder.tell() }
    let manifest = try StoreRestore(from: backup, point: point).run(into: folder.given) { line.show($0.bar) }
    line.end()
    StandardStream.output.write(printsJSON ? json(manifest) : text(manifest))
    return .done
  }

  private func text(_ manifest: BackupManifest) -> String {
    var text = "\(folder.given) is as it was at \(manifest.createdAt), with \(manifest.blobCount) blobs of "
    text += "\(ByteCount.bytes(manifest.blobByteCount).short)\n"
    for digest in manifest.missingBlobs { text += "missing in the backup: \(digest)\n" }
    return text
  }

  private func json(_ manifest: BackupManifest) -> String {
    JSONObject.line { writer in
      folder.write(to: &writer)
      writer.name("createdAt")
      writer.value(manifest.createdAt)
      writer.name("blobCount")
      writer.value(manifest.blobCount)
      writer.name("blobByteCount")
      writer.value(manifest.blobByteCount)
      writer.name("missingBlobs")
      writer.beginArray()
      for digest in manifest.missingBlobs { writer.value(digest) }
      writer.endArray()
    }
  }
}
