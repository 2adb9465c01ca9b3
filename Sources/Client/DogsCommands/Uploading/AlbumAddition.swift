// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofClient
import WoofCommandLine
import WoofModel

/// Adds the photos of an upload to an album once all are there, in the order of their files.
final class AlbumAddition: Sendable {
  private let album: Album
  private let change: AlbumChange
  private let photos = Mutex<[Int: PhotoID]>([:])

  /// Finds the album, so that nothing is sent where there is none; `nil` where no album is meant.
  ///
  /// - Throws: ``CodedFailure`` where it is not clear which album is meant; `WoofError`.
  init?(to reference: AlbumReference?, _ session: ServiceSession, printsJSON: Bool) async throws {
    guard let reference else { return nil }
    album = try await AlbumSearch(client: session.client).album(reference)
    change = AlbumChange(
      client: session.patientClient, kind: .addition, album: album.id, printsJSON: printsJSON, printsDone: printsJSON)
  }

  /// Takes note of a photo that is there.
  ///
  /// - Parameter index: The place of its file among those of the upload.
  func note(_ id: PhotoID, at index: Int) { photos.withLock { $0[index] = id } }

  /// Adds the photos.
  ///
  /// - Returns: `failed` where the album does not take one of them.
  /// - Throws: An error after which it makes no sense to go on with the others.
  func perform() async throws -> ExitCode {
    let ids = photos.withLock { photos in photos.sorted { $0.key < $1.key }.map(\.value) }
    let code = try await change.perform(on: ids)
    guard !change.printsJSON, !ids.isEmpty else { return code }
    let count = ids.count == 1 ? "1 photo is" : "\(ids.count) photos are"
    let text = code == .done ? "\(count) in the album" : "Not all of these photos are in the album"
    StandardStream.error.write("\(text) ‘\(album.title.printable)’.\n")
    return code
  }
}
