import Foundation
import WoofClient
import WoofCommandLine
import WoofModel

/// Uploads photos.
struct UploadCommand: Command {
  static let name = "upload"
  static let summary = "Uploads pictures, and all pictures in folders."
  static let discussion = """
    Folders are searched with all that is below them; what is no picture by its bytes, and what is hidden, is left out. \
    What the account has already is not sent again, so that an upload which was interrupted goes on with the same \
    command; a photo that was under way begins anew then. A photo that is refused does not keep the others from it; the \
    exit code is 1 then.

    With --json, each line is an object with the members status (uploaded, present or failed), file and, where they are \
    known, id, digest and error.
    """

  private let service: ServiceOptions
  private let transfers: TransferOptions
  private let caption: String
  private let visibility: Visibility?
  private let paths: [String]

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    caption = reader.option("--caption", .text("TEXT"), "The caption of all these photos; by default none.") ?? ""
    visibility =
      reader.option(
        "--visibility", .choice("WHO", of: Visibility.self),
        "Who may see them; by default who the service says, which is their owner alone unless it was set up otherwise.")
    transfers = TransferOptions(from: &reader)
    let first = reader.argument("PATH", completion: .files, "A picture, or a folder of pictures.")
    paths = [first] + reader.arguments("PATH", completion: .files, "Further ones.")
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      let search = try PictureSearch(paths)
      let known = KnownPhotos()
      // Asking for them also has whoever it is sign in, before anything is sent.
      try await known.read(session.client.ownPhotos(pageSize: 500))
      let items =
        search.files.map { item($0, known, session.patientClient) }
        + search.failures.map(TransferRun.Item.init(failure:))
      let run = TransferRun(
        done: "uploaded", limit: transfers.inFlight, printsJSON: service.printsJSON, lines: session.lines)
      return try await run.run(items)
    }
  }

  private func item(_ file: PictureFile, _ known: KnownPhotos, _ client: WoofClient) -> TransferRun.Item {
    let url = URL(fileURLWithPath: file.path)
    return TransferRun.Item(
      name: url.lastPathComponent, byteCount: file.byteCount,
      failed: TransferResult(file: file.path, status: .present)
    ) { progress in
      let (digest, byteCount) = try await Digest.reading(url)
      if let id = known.id(of: digest) {
        return TransferResult(file: file.path, id: id, digest: digest, status: .present)
      }
      let uploaded = try await client.upload(
        fromFile: url, digest: digest, byteCount: byteCount, caption: caption, visibility: visibility,
        progress: progress)
      known.add(uploaded.photo)
      return TransferResult(
        file: file.path, id: uploaded.photo.id, digest: uploaded.photo.digest,
        status: uploaded.isNew ? .done : .present)
    }
  }
}
