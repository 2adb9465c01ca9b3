// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofModel
import WoofSync

/// Uploads photos.
struct UploadCommand: Command {
  static let name = "upload"
  static let summary = "Uploads pictures, and all pictures in folders."
  static let discussion = """
    Folders are searched with all that is below them; what is no picture by its bytes, and what is hidden, is left out; a \
    folder without a picture is a failure. What the account has already is not sent again, so that an upload which was \
    interrupted goes on with the same command; a photo that was under way begins anew then. A photo that is refused does \
    not keep the others from it; the exit code is 1 then.

    Where a photo is there already with another caption or visibility than the options say, it is left as it is, and the \
    exit code is 1; --update changes it. With --again, the bytes of photos that are there are sent once more, so that a \
    service which has lost or damaged them gets them back.

    Before a photo is made public that tells where it was taken, dogs asks on the terminal what to do. Scripts say it by \
    --with-location or --without-location; without either, such a photo is refused, and the others go.

    With --album, the photos are added to an album in the order of their files once all are there, those too that were \
    there already. One that the album does not take makes the exit code 1.

    With --json, each line is an object with the members status (uploaded, present, updated or failed), file and, where \
    they are known, id, digest and error. With --album, lines of album add follow.
    """

  private let service: ServiceOptions
  private let transfers: TransferOptions
  private let wanted: PhotoWording
  private let updates: Bool
  private let resends: Bool
  private let location: LocationOptions
  private let album: AlbumReference?
  private let paths: [String]

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    wanted = PhotoWording(
      caption: reader.option("--caption", .text("TEXT"), "The caption of all these photos; by default none."),
      visibility: reader.option(
        "--visibility", .choice("WHO", of: Visibility.self),
        "Who may see them; by default who the service says, which is their owner alone unless it was set up otherwise.")
    )
    updates = reader.flag("--update", "Changes what is said of photos that are there already to what the options say.")
    resends = reader.flag("--again", "Sends photos that are there already, too, so that the service can repair them.")
    location = LocationOptions(from: &reader)
    album = reader.option(
      "--album", AlbumReference.kind, "Adds the photos to this album. \(AlbumReference.documentation)")
    transfers = TransferOptions(from: &reader)
    let first = reader.argument("PATH", completion: .files, "A picture, or a folder of pictures.")
    paths = [first] + reader.arguments("PATH", completion: .files, "Further ones.")
    if updates, wanted.isEmpty {
      reader.refuse(because: "--update needs something to change: --caption TEXT or --visibility WHO")
    }
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name, offline: album == nil ? { try await offline($0) } : nil) { session in
      let search = try PictureSearch(paths)
      // Asking also has whoever it is sign in, before anything is sent, and may let it see more albums.
      let account = wanted.visibility == nil || album != nil ? try await session.client.signIn() : nil
      let standard = wanted.visibility == nil ? account?.defaultVisibility ?? .public : nil
      let addition = try await AlbumAddition(to: album, session, printsJSON: service.printsJSON)
      let known = KnownPhotos()
      try await known.read(session.client.ownPhotos(pageSize: 500))
      let upload = PictureUpload(
        client: session.patientClient, known: known, wanted: wanted, updates: updates, resends: resends,
        isPublic: (wanted.visibility ?? standard) == .public,
        desk: LocationDesk(location, session, isInteractive: !service.printsJSON))
      let items =
        search.files.enumerated().map { item($1, at: $0, upload, addition) }
        + search.failures.map(TransferRun.Item.init(failure:))
      let run = TransferRun(
        done: "uploaded", limit: transfers.inFlight, printsJSON: service.printsJSON, lines: session.lines)
      let code = try await run.run(items)
      return try await addition?.perform() == .failed ? .failed : code
    }
  }

  private func offline(_ session: ReplicaSession) async throws -> ExitCode {
    let search = try PictureSearch(paths)
    let visibility = wanted.visibility ?? session.notes.defaultVisibility
    let upload = OfflineUpload(
      session: session, known: try session.knownPhotos(), wanted: wanted, updates: updates, resends: resends,
      isPublic: (visibility ?? .public) == .public,
      desk: LocationDesk(location, session.session, isInteractive: !service.printsJSON))
    let items = search.files.map { file in
      TransferRun.Item(
        name: URL(fileURLWithPath: file.path).lastPathComponent, byteCount: file.byteCount,
        failed: TransferResult(file: file.path, status: .present)
      ) { _ in
        try await upload.result(for: file)
      }
    }
    let run = TransferRun(done: "queued", limit: 1, printsJSON: service.printsJSON, lines: session.session.lines)
    let code = try await run.run(items + search.failures.map(TransferRun.Item.init(failure:)))
    if !service.printsJSON, try !session.replica.pendingEdits().isEmpty {
      StandardStream.error.write("What is queued waits for: dogs sync\n")
    }
    return code
  }

  private func item(
    _ file: PictureFile, at index: Int, _ upload: PictureUpload, _ addition: AlbumAddition?
  ) -> TransferRun.Item {
    TransferRun.Item(
      name: URL(fileURLWithPath: file.path).lastPathComponent, byteCount: file.byteCount,
      failed: TransferResult(file: file.path, status: .present)
    ) { progress in
      let result = try await upload.result(for: file, progress)
      if let id = result.id { addition?.note(id, at: index) }
      return result
    }
  }
}
