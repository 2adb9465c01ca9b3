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
    on with the same command. With --variant, the name of the variant is added to the files' names, and a photo that has \
    no such variant fails. A photo that fails does not keep the others from it; the exit code is 1 then.

    With --json, each line is an object with the members status (downloaded, present or failed), id and, where they are \
    known, file, digest and error.
    """

  private let service: ServiceOptions
  private let transfers: TransferOptions
  private let folder: String
  private let variant: String?
  private let selection: PhotoSelection

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    folder =
      reader.option(
        "--into", .folder(), "The folder, which is made where it is missing; by default the one that one is in.") ?? "."
    variant = reader.option("--variant", .text("NAME"), "A derived image, as thumb; by default the originals.")
    if let variant, variant.isEmpty || variant.contains("/") {
      reader.refuse(because: "--variant takes the name of a variant, as thumb")
    }
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

  private func item(_ photo: PhotoMetadata, _ folder: DownloadFolder, _ client: WoofClient) -> TransferRun.Item {
    TransferRun.Item(
      name: photo.caption.isEmpty ? photo.id.description : photo.caption,
      byteCount: variant == nil ? photo.byteCount : 0,
      failed: TransferResult(id: photo.id, digest: variant == nil ? photo.digest : nil, status: .present)
    ) { progress in
      guard let variant else {
        return try await download(.original(of: photo), as: DownloadedFile(photo), into: folder, client, progress)
      }
      return try await download(variant, of: photo, into: folder, client, progress)
    }
  }

  private func download(
    _ bytes: PhotoBytes, as file: DownloadedFile, into folder: DownloadFolder, _ client: WoofClient,
    _ progress: Progress
  ) async throws -> TransferResult {
    let place = try await folder.place(for: file)
    var result = TransferResult(file: place.path, id: file.id, digest: file.digest, status: .present)
    guard !place.isPresent else { return result }
    result.digest = try await client.download(bytes, to: URL(fileURLWithPath: place.path), progress: progress).digest
    result.status = .done
    return result
  }

  private func download(
    _ variant: String, of photo: PhotoMetadata, into folder: DownloadFolder, _ client: WoofClient,
    _ progress: Progress
  ) async throws -> TransferResult {
    if let known = photo.variants?[variant] {
      let file = DownloadedFile(
        variant, of: photo, digest: known.digest, ending: known.contentType.fileExtension)
      return try await download(.variant(variant, of: photo), as: file, into: folder, client, progress)
    }
    // The list does not tell of variants that are made on demand, so that the bytes say which file it is.
    let fetched = try await client.fetchPhoto(.variant(variant, of: photo), progress: progress)
    let ending = fetched.findings.type?.fileExtension ?? photo.contentType.fileExtension
    let file = DownloadedFile(variant, of: photo, digest: fetched.digest, ending: ending)
    let place = try await folder.place(for: file)
    var result = TransferResult(file: place.path, id: photo.id, digest: fetched.digest, status: .present)
    guard !place.isPresent else { return result }
    do {
      try fetched.data.write(to: URL(fileURLWithPath: place.path), options: .atomic)
    } catch {
      throw CommandFailure("\(place.path) cannot be written: \(error.localizedDescription)")
    }
    result.status = .done
    return result
  }
}
