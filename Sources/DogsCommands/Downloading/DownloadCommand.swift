import Foundation
import WoofClient
import WoofCommandLine
import WoofModel

/// Downloads photos.
struct DownloadCommand: Command {
  static let name = "download"
  static let summary = "Downloads photos into a folder."
  static let discussion = """
    The bytes are compared with their digest, and a file appears when all of it has come. Files are called by the \
    photos' ids; where other bytes have that name, -original is added to it. What is there already is not fetched again, \
    so that a download which was interrupted goes on with the same command.

    With --json, each line is an object with the members status (downloaded, present or failed), id and, where they are \
    known, file, digest and error.
    """

  private let service: ServiceOptions
  private let transfers: TransferOptions
  private let folder: String
  private let selection: PhotoSelection

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    folder =
      reader.option(
        "--into", .folder(), "The folder, which is made where it is missing; by default the one that one is in.") ?? "."
    transfers = TransferOptions(from: &reader)
    selection = PhotoSelection(from: &reader)
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      let photos = try await selection.photos(of: session.client)
      let place = try DownloadFolder(folder)
      let items = photos.map { photo in
        TransferRun.Item(
          name: photo.caption.isEmpty ? photo.id.description : photo.caption, byteCount: photo.byteCount,
          failed: TransferResult(id: photo.id, digest: photo.digest, status: .present)
        ) { progress in
          try await download(photo, into: place, session.patientClient, progress)
        }
      }
      let run = TransferRun(
        done: "downloaded", limit: transfers.inFlight, printsJSON: service.printsJSON, lines: session.lines)
      return try await run.run(items)
    }
  }

  private func download(
    _ photo: PhotoMetadata, into folder: DownloadFolder, _ client: WoofClient, _ progress: Progress
  ) async throws -> TransferResult {
    let place = try await folder.place(for: photo)
    var result = TransferResult(file: place.path, id: photo.id, digest: photo.digest, status: .present)
    guard !place.isPresent else { return result }
    try await client.download(photo, to: URL(fileURLWithPath: place.path), progress: progress)
    result.status = .done
    return result
  }
}

/// Which photos are meant.
struct PhotoSelection: Sendable {
  private let ids: [PhotoID]
  private let isAll: Bool
  private let isMine: Bool
  private let owner: String?

  init(from reader: inout ArgumentReader) {
    isAll = reader.flag("--all", "All photos that there are.")
    isMine = reader.flag("--mine", "All photos of who signs in, private ones too.")
    owner = reader.option("--owner", .text("NAME"), "All photos of this account.")
    ids = PhotoArguments.any(from: &reader, "The photos' ids, as dogs list shows them.")
    let ways = [!ids.isEmpty, isAll, isMine, owner != nil].filter(\.self).count
    if ways != 1, !reader.hasMistakes {
      reader.refuse(because: "say which photos: their ids, or one of --all, --mine and --owner")
    }
  }

  /// The photos, each once.
  func photos(of client: WoofClient) async throws -> [PhotoMetadata] {
    var photos: [PhotoMetadata] = []
    if ids.isEmpty {
      let list = isMine ? client.ownPhotos(pageSize: 500) : client.photos(owner: owner, pageSize: 500)
      for try await photo in list { photos.append(photo) }
    } else {
      for id in ids { photos.append(try await client.photo(id)) }
    }
    var seen: Set<PhotoID> = []
    return photos.filter { seen.insert($0.id).inserted }
  }
}
