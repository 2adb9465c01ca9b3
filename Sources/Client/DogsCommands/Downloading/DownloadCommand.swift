// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofModel

/// Downloads photos.
struct DownloadCommand: Command {
  static let name = "download"
  static let summary = "Downloads photos into a folder."
  static let discussion = """
    The bytes are compared with their digest, and a file appears when all of it has come. Files of one's own photos are \
    called as they were when they were uploaded, with the photo's id added where another file has that name; files of \
    others by the photos' ids. What is there already is not fetched again, so that a download which was interrupted goes \
    on with the same command. A photo that fails does not keep the others from it; the exit code is 1 then.

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
      let items = photos.found.map { item($0, place, session.patientClient) }
      let run = TransferRun(
        done: "downloaded", limit: transfers.inFlight, printsJSON: service.printsJSON, lines: session.lines)
      return try await run.run(items + photos.failures.map(TransferRun.Item.init(failure:)))
    }
  }

  private func item(_ photo: PhotoMetadata, _ place: DownloadFolder, _ client: WoofClient) -> TransferRun.Item {
    TransferRun.Item(
      name: photo.caption.isEmpty ? photo.id.description : photo.caption, byteCount: photo.byteCount,
      failed: TransferResult(id: photo.id, digest: photo.digest, status: .present)
    ) { progress in
      try await download(photo, into: place, client, progress)
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
