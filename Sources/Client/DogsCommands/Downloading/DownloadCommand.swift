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

/// The photos that a command's arguments select: by ids, all of them, one's own, or those of an account or
/// an album.
struct PhotoSelection: Sendable {
  private let references: [PhotoReference]
  private let isAll: Bool
  private let isMine: Bool
  private let owner: String?
  private let album: AlbumReference?

  init(from reader: inout ArgumentReader) {
    isAll = reader.flag("--all", "All photos that there are.")
    isMine = reader.flag("--mine", "All photos of who signs in, private ones too.")
    owner = reader.option("--owner", .text("NAME"), "All photos of this account.")
    album = reader.option("--album", AlbumReference.kind, "All photos of this album. \(AlbumReference.documentation)")
    references = PhotoReference.any(from: &reader, "The photos' ids, as dogs list shows them, or their beginnings.")
    let ways = [!references.isEmpty, isAll, isMine, owner != nil, album != nil].filter(\.self).count
    if ways != 1, !reader.hasMistakes {
      reader.refuse(because: "say which photos: their ids, or one of --all, --mine, --owner and --album")
    }
  }

  /// The photos, each once, and what became of those that nothing is told of.
  ///
  /// - Throws: `WoofError` where it makes no sense to go on with others.
  func photos(of client: WoofClient) async throws -> (found: [PhotoMetadata], failures: [TransferResult]) {
    guard references.isEmpty else { return try await named(client) }
    var photos: [PhotoMetadata] = []
    var seen: Set<PhotoID> = []
    for try await photo in try await list(of: client) where seen.insert(photo.id).inserted { photos.append(photo) }
    return (photos, [])
  }

  private func list(of client: WoofClient) async throws -> PhotoSequence {
    if let album { return client.photos(in: try await AlbumSearch(client: client).id(of: album), pageSize: 500) }
    return isMine ? client.ownPhotos(pageSize: 500) : client.photos(owner: owner, pageSize: 500)
  }

  private func named(_ client: WoofClient) async throws -> (found: [PhotoMetadata], failures: [TransferResult]) {
    var photos: [PhotoMetadata] = []
    var failures: [TransferResult] = []
    var seen: Set<PhotoID> = []
    let search = PhotoSearch(client: client)
    for reference in references {
      do {
        let id = try await search.id(of: reference)
        if seen.insert(id).inserted { photos.append(try await client.photo(id)) }
      } catch {
        failures.append(try reference.failed(error))
      }
    }
    return (photos, failures)
  }
}
