// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofModel
import WoofSync

/// Changes what is said of photos.
struct EditCommand: Command {
  static let name = "edit"
  static let summary = "Changes the caption of photos, or who may see them."
  static let discussion = """
    What is not named stays as it is. A photo that is refused does not keep the others from it; the exit code is 1 then.

    Before a photo is made public that tells where it was taken, dogs asks on the terminal what to do. Scripts say it by \
    --with-location or --without-location; without either, such a photo is refused and stays as it is. With \
    --without-location it stays as it is, too, and a copy without the location is added that everybody may see.

    With --json, each line is the metadata of a photo after it, or of its copy, as the service sends it; of one that is \
    refused it is an object on standard error, with the members status (failed), id and error.
    """

  private let service: ServiceOptions
  private let caption: String?
  private let visibility: Visibility?
  private let location: LocationOptions
  private let photos: [PhotoReference]

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    caption = reader.option("--caption", .text("TEXT"), "The new caption; --caption= for none.")
    visibility = reader.option("--visibility", .choice("WHO", of: Visibility.self), "Who may see them.")
    location = LocationOptions(from: &reader)
    photos = PhotoReference.several(from: &reader)
    if caption == nil, visibility == nil {
      reader.refuse(because: "say what to change: --caption TEXT or --visibility WHO")
    }
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name, offline: offline) { session in
      // Nobody else is told where a photo was taken.
      try await session.client.signIn()
      let search = PhotoSearch(client: session.client)
      let desk = LocationDesk(location, session, isInteractive: !service.printsJSON)
      var code = ExitCode.done
      for reference in photos {
        do {
          let change = try await edit(try await search.id(of: reference), desk, session.client)
          StandardStream.output.write(service.printsJSON ? try JSONLine.text(change.photo) : change.text)
        } catch {
          let result = try reference.failed(error)
          StandardStream.error.write(service.printsJSON ? result.json(done: "") : result.text(done: ""))
          code = .failed
        }
      }
      return code
    }
  }

  private func offline(_ session: ReplicaSession) async throws -> ExitCode {
    let desk = LocationDesk(location, session.session, isInteractive: !service.printsJSON)
    return try await session.edit(photos, printsJSON: service.printsJSON) { id in
      let (photo, original) = try await edit(try session.photo(id), desk, session)
      guard !service.printsJSON else { return try JSONLine.text(ReplicaPhotoLine(photo: photo)) }
      return Change(photo: photo.metadata, original: original, isPending: true).text
    }
  }

  /// Edits a photo of the replica.
  ///
  /// - Returns: The photo as it is to be, and the original if it is a copy.
  private func edit(
    _ photo: ReplicaPhoto, _ desk: LocationDesk, _ session: ReplicaSession
  ) async throws -> (photo: ReplicaPhoto, original: PhotoID?) {
    if visibility == .public, photo.metadata.visibility != .public, location.choice != .keep {
      let bytes = try session.bytesForConsent(of: photo)
      let name = photo.metadata.caption.isEmpty ? "\(photo.id)" : photo.metadata.caption
      if try ShareableBytes.hasLocation(bytes), try await desk.choice(for: name) == .remove {
        let copy = try await session.upload(
          try ShareableBytes.make(of: bytes), caption: caption ?? photo.metadata.caption, visibility: .public,
          fileName: photo.metadata.originalFileName)
        return (try session.photo(copy), photo.id)
      }
    }
    try await session.replica.edit(photo.id, caption: caption, visibility: visibility)
    return (try session.photo(photo.id), nil)
  }

  /// The result of an edit: the photo as it is now, and the original if it is a copy.
  private struct Change {
    var photo: PhotoMetadata
    /// The photo that this one is a copy of.
    var original: PhotoID?
    /// `true` if the service has not been told of it yet.
    var isPending = false

    var text: String {
      let caption = photo.caption.isEmpty ? "no caption" : photo.caption.printable
      let copy = original.map { " (a copy without the location; \($0) is as it was)" } ?? ""
      return "\(photo.id)  \(photo.visibility.rawValue)  \(caption)\(copy)\(isPending ? Waiting.remark : "")\n"
    }
  }

  private func edit(_ id: PhotoID, _ desk: LocationDesk, _ client: WoofClient) async throws -> Change {
    if visibility == .public {
      let photo = try await client.photo(id, withAnnotations: true)
      if photo.visibility != .public, try await Self.hasLocation(photo, client),
        try await desk.choice(for: photo.caption.isEmpty ? "\(id)" : photo.caption) == .remove
      {
        return Change(photo: try await copy(photo, client), original: id)
      }
    }
    return Change(photo: try await client.editPhoto(id, caption: caption, visibility: visibility))
  }

  /// Returns `true` if a photo tells where it was taken.
  ///
  /// If the service does not know, this function fetches the photo and inspects its bytes.
  private static func hasLocation(_ photo: PhotoMetadata, _ client: WoofClient) async throws -> Bool {
    if let annotations = photo.annotations { return annotations.location != nil }
    return try await client.fetchPhoto(photo).findings.annotations.location != nil
  }

  private func copy(_ photo: PhotoMetadata, _ client: WoofClient) async throws -> PhotoMetadata {
    let bytes = try ShareableBytes.make(of: try await client.fetchPhoto(photo).data)
    let caption = caption ?? photo.caption
    let uploaded = try await client.upload(
      data: bytes, caption: caption, visibility: .public, fileName: photo.originalFileName)
    guard !uploaded.isNew else { return uploaded.photo }
    return try await client.editPhoto(uploaded.photo.id, caption: caption, visibility: .public)
  }
}

extension ReplicaSession {
  /// The bytes of a photo of which it has to be known whether they tell where it was taken.
  ///
  /// - Throws: ``CodedFailure`` where they are not on this machine.
  fileprivate func bytesForConsent(of photo: ReplicaPhoto) throws -> Data {
    do {
      return try bytes(of: photo)
    } catch WoofError.Code.bytesNotHere {
      throw CodedFailure(
        "location-undecided",
        "whether it tells where it was taken cannot be found out, as its bytes are not on this machine; add "
          + "--with-location to show it all the same, or leave --offline out")
    }
  }

  /// Adds a picture from memory.
  ///
  /// - Returns: The id that it has until it is uploaded.
  func upload(_ data: Data, caption: String, visibility: Visibility?, fileName: String?) async throws -> PhotoID {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("dogs-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      try data.write(to: file)
    } catch {
      throw WoofError(.fileNotWritable, "\(file.path) cannot be written: check the disk, or set TMPDIR.", cause: error)
    }
    return try await replica.upload(
      fileAt: file, caption: caption, visibility: visibility, fileName: fileName ?? ""
    ).photo
  }
}
