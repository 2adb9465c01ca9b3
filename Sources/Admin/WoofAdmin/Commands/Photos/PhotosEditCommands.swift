// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofCommandLine
import WoofModel

/// The command `photos delete`, after which photos can be restored for a while.
struct PhotosDeleteCommand: ChangingCommand {
  static let name = "delete"
  static let summary = "Deletes photos, which can be restored for a while."
  static let discussion = """
    The photos are named, or found by the options of photos list. Before several are deleted, plan says how many there are \
    and how large; each has its own entry in the audit log.
    """

  private let batch: PhotoBatch

  init(from reader: inout ArgumentReader) { batch = PhotoBatch(from: &reader, state: "live", isDestructive: true) }

  func run(in context: ShellContext) async throws -> ExitCode {
    let words = PhotoBatch.Words(
      does: "deletes", done: "Deleted", advice: " What is deleted can be brought back for a while by: photos restore")
    return try await batch.run(in: context, words) { AdminChanges.deletePhoto($0) }
  }
}

/// The command `photos erase`, after which nobody can restore the photos.
struct PhotosEraseCommand: ChangingCommand {
  static let name = "erase"
  static let summary =
    "Deletes photos for good, deleted ones too: nobody can restore them, and their bytes are removed."
  static let discussion = """
    The photos are named, or found by the options of photos list. Bytes that another photo has too stay as that one's. \
    Backups that were made before keep what they have.
    """

  private let batch: PhotoBatch

  init(from reader: inout ArgumentReader) { batch = PhotoBatch(from: &reader, state: "all", isDestructive: true) }

  func run(in context: ShellContext) async throws -> ExitCode {
    try await batch.run(in: context, PhotoBatch.Words(does: "erases", done: "Erased")) { AdminChanges.erasePhoto($0) }
  }
}

/// The command `photos restore`, which brings deleted photos back until their grace period ends.
struct PhotosRestoreCommand: ChangingCommand {
  static let name = "restore"
  static let summary = "Brings deleted photos back, until their grace period ends."

  private let batch: PhotoBatch

  init(from reader: inout ArgumentReader) { batch = PhotoBatch(from: &reader, state: "deleted") }

  func run(in context: ShellContext) async throws -> ExitCode {
    try await batch.run(in: context, PhotoBatch.Words(does: "restores", done: "Restored")) {
      AdminChanges.restorePhoto($0)
    }
  }
}

/// Gives a photo to another account.
struct PhotosMoveCommand: ChangingCommand {
  static let name = "move"
  static let summary = "Gives a photo to another account."

  private let edit: PhotoEdit
  private let owner: String

  init(from reader: inout ArgumentReader) {
    edit = PhotoEdit(from: &reader)
    owner = reader.argument(.account("OWNER"), otherwise: "", "The account that it is to belong to.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    try await edit.run(["owner": .string(owner)], in: context) { "\($0.id) belongs to \($0.owner.printable).\n" }
  }
}

/// Sets the visibility of a photo.
struct PhotosVisibilityCommand: ChangingCommand {
  static let name = "visibility"
  static let summary = "Sets who may read a photo."

  private let edit: PhotoEdit
  private let visibility: Visibility

  init(from reader: inout ArgumentReader) {
    edit = PhotoEdit(from: &reader)
    visibility = reader.argument(
      .choice("VISIBILITY", of: Visibility.self), otherwise: .private, "Who may read it.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    try await edit.run(["visibility": .string(visibility.rawValue)], in: context) {
      "\($0.id) is \($0.visibility.rawValue).\n"
    }
  }
}

/// Sets a photo's caption.
struct PhotosCaptionCommand: ChangingCommand {
  static let name = "caption"
  static let summary = "Sets a photo's caption."

  private let edit: PhotoEdit
  private let caption: String

  init(from reader: inout ArgumentReader) {
    edit = PhotoEdit(from: &reader)
    caption = reader.argument("CAPTION", "The new caption; '' for none.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    try await edit.run(["caption": .string(caption)], in: context) { "\($0.id) has its new caption.\n" }
  }
}

/// Derives the variants and looks of a photo, or of all photos, anew.
struct PhotosReprocessCommand: ChangingCommand {
  static let name = "reprocess"
  static let summary = "Derives anew from a photo, or from all."
  static let discussion = "Of one photo, this is put before all that waits. Of all, it is a job; see: jobs watch"

  private let options: JobOptions
  private let isAll: Bool
  private let id: PhotoID?

  init(from reader: inout ArgumentReader) {
    options = JobOptions(from: &reader)
    isAll = reader.flag("--all", "Derives from all photos.")
    id = reader.optionalArgument(.photo, "Which photo.")
    if isAll, id != nil { reader.refuse(because: "--all and ID do not go together: leave one out") }
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    guard let id else {
      guard isAll else { throw CommandFailure("name a photo, or add --all", exitCode: .usage) }
      return try await options.run(.reprocess(nil), in: context)
    }
    guard try await context.perform(AdminChanges.reprocessPhoto(id), options.change) != nil else { return .done }
    try context.done(options.change.output, "\(id) is to be derived from anew.\n")
    return .done
  }
}

/// The options of the commands that edit a photo, and the request that they have in common.
private struct PhotoEdit: Sendable {
  private let options: ChangeOptions
  private let id: PhotoID

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader)
    id = reader.argument(.photo, otherwise: .none, "Which photo.")
  }

  func run(
    _ members: [String: JSONValue], in context: ShellContext, _ sentence: (PhotoMetadata) -> String
  ) async throws -> ExitCode {
    let change = try AdminChanges.edit(photo: id, members)
    try context.print(try await context.perform(change, options), options) { sentence($0.metadata) }
    return .done
  }
}
