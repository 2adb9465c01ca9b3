// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofConfiguration
import WoofModel
import WoofServer
import WoofSharedStores
import WoofStorage
import WoofTerminal

/// Restores a backup.
struct RestoreCommand: Command {
  static let name = "restore"
  static let summary = "Restores a backup into an empty data folder, or into an empty database and a bucket."
  static let discussion = """
    BACKUP is a folder that woof backup has made, or one that holds several; of these the newest is taken, or the one \
    that --point names. A tar archive is unpacked first: tar -xf ARCHIVE -C FOLDER.

    Every file is compared with its digest before anything is put in place; where one is missing or has changed, it is \
    named and nothing is restored. Change tokens from before are refused afterwards, so that clients begin anew.

    With --config, the database and the bucket of that configuration are restored into; no node may run meanwhile. Where \
    this breaks off, run it again. A bucket that another installation has is refused, unless --take-bucket-of says that it \
    is gone for good: its photos are removed when nothing in the backup needs them.
    """

  private let backup: String
  private let stores: StorePlaceOption
  private let point: String?
  private let formerHolder: String?
  private let printsJSON: Bool

  init(from reader: inout ArgumentReader) {
    backup = reader.argument("BACKUP", "The backup, or a folder of several.")
    stores = StorePlaceOption(from: &reader, "The data folder, which must be empty or not there.")
    point = reader.option(
      "--point", .text("POINT"), "Which of several: its name, or the latest moment, as 2026-05-01T10:00Z.")
    formerHolder = reader.option(
      "--take-bucket-of", .text("INSTALLATION"), "Takes the bucket over from an installation that is gone for good.")
    printsJSON = reader.flag("--json", "Prints what was restored as a JSON object.")
  }

  func run() async throws -> ExitCode {
    let line = ProgressLine()
    defer { line.end() }
    let place = try stores.place()
    if !printsJSON { place.tell() }
    let manifest = try await restore(into: place) { line.show($0.bar) }
    line.end()
    StandardStream.output.write(printsJSON ? json(manifest, of: place) : text(manifest, of: place))
    return .done
  }

  private func restore(
    into place: StorePlaceOption.Place, progress: @escaping StorageProgress.Observer
  ) async throws -> BackupManifest {
    switch place {
    case .folder(let folder):
      guard formerHolder == nil else {
        throw CommandFailure("--take-bucket-of is for stores that --config names.", exitCode: .usage)
      }
      return try StoreRestore(from: backup, point: point).run(into: folder.given, progress: progress)
    case .shared(let shared):
      return try await SharedRestore(from: backup, point: point, into: shared).run(
        takingOverFrom: formerHolder, progress: progress)
    }
  }

  private func text(_ manifest: BackupManifest, of place: StorePlaceOption.Place) -> String {
    let name =
      switch place {
      case .folder(let folder): folder.given
      case .shared: "the service"
      }
    var text = "\(name) is as it was at \(manifest.createdAt), with \(manifest.blobCount) blobs of "
    text += "\(ByteCount.bytes(manifest.blobByteCount).short)\n"
    for digest in manifest.missingBlobs { text += "missing in the backup: \(digest)\n" }
    return text
  }

  private func json(_ manifest: BackupManifest, of place: StorePlaceOption.Place) -> String {
    JSONObject.line { writer in
      place.write(to: &writer)
      writer.name("createdAt")
      writer.value(manifest.createdAt)
      writer.name("blobCount")
      writer.value(manifest.blobCount)
      writer.name("blobByteCount")
      writer.value(manifest.blobByteCount)
      writer.writeMissingBlobs(manifest.missingBlobs)
    }
  }
}
