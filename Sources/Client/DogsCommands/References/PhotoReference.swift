// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofSync

/// A photo as a command line names it: by its id, or by the beginning of it, as a list on a terminal shows it.
struct PhotoReference: Hashable, Sendable {
  /// With fewer characters a slip of the finger would name a photo.
  private static let shortest = 4

  /// The id or its beginning, in lower case.
  let text: String

  /// A reference as the value of an option.
  static let kind = ArgumentKind<PhotoReference>("ID", allowed: "the id of a photo, or its first characters") {
    PhotoReference($0)
  }

  /// Reads a reference; `nil` where no id begins so.
  init?(_ text: String) {
    let text = text.lowercased()
    guard text.utf8.count >= Self.shortest, PhotoID.range(beginning: text) != nil else { return nil }
    self.text = text
  }

  /// The id, where all of it is given.
  var id: PhotoID? { PhotoID(text) }

  /// Declares and reads one.
  static func one(from reader: inout ArgumentReader) -> PhotoReference? {
    read(reader.argument("ID", "The photo's id, as dogs list shows it, or its beginning."), from: &reader)
  }

  /// Declares and reads any number.
  static func any(from reader: inout ArgumentReader, _ documentation: String) -> [PhotoReference] {
    reader.arguments("ID", documentation).compactMap { read($0, from: &reader) }
  }

  /// Declares and reads one or more.
  static func several(from reader: inout ArgumentReader) -> [PhotoReference] {
    let first = one(from: &reader)
    return (first.map { [$0] } ?? []) + any(from: &reader, "Further photos.")
  }

  private static func read(_ text: String, from reader: inout ArgumentReader) -> PhotoReference? {
    guard !text.isEmpty else { return nil }
    let reference = PhotoReference(text)
    if reference == nil {
      reader.refuse(
        because:
          "‘\(text.printable)’ is no id of a photo, nor the first \(shortest) characters or more of one; see: dogs list"
      )
    }
    return reference
  }
}

/// Finds the photos that beginnings of ids mean: of those that who signs in sees in lists, and nothing where a beginning
/// fits several.
struct PhotoSearch: Sendable {
  private struct Candidate: Sendable {
    var id: PhotoID
    var caption: String
  }

  let client: WoofClient
  /// The replica to search in place of the service; `nil`, the default, to ask the service.
  var replica: PhotoReplica?
  /// `true` if a search signs in first, as for a command that needs an account anyway; `false` by default.
  var signsIn = false
  /// `true` if a search includes photos outside the trash; `true` by default.
  var includesPhotos = true
  /// `true` if a search includes photos in the trash; `false` by default.
  var includesTrash = false

  /// The photo that is meant. Of an id nothing is asked.
  ///
  /// - Throws: ``CodedFailure`` where none is, or where several may be; `WoofError`.
  func id(of reference: PhotoReference) async throws -> PhotoID {
    if let id = reference.id { return id }
    let found = try await candidates(reference)
    guard let first = found.first else { throw nothing(reference) }
    guard found.count == 1 else { throw several(reference, found) }
    return first.id
  }

  private func candidates(_ reference: PhotoReference) async throws -> [Candidate] {
    var found: [Candidate] = []
    let size = Candidates.limit + 1
    if let replica {
      return try replica.photos(idPrefix: reference.text, limit: size).map {
        Candidate(id: $0.id, caption: $0.metadata.caption)
      }
    }
    if signsIn { try await client.signIn() }
    if includesPhotos {
      for try await photo in client.photos(idPrefix: reference.text, pageSize: size).prefix(size) {
        found.append(Candidate(id: photo.id, caption: photo.caption))
      }
    }
    if includesTrash {
      for try await deleted in client.trash(idPrefix: reference.text, pageSize: size).prefix(size) {
        found.append(Candidate(id: deleted.photo.id, caption: deleted.photo.caption))
      }
    }
    return found
  }

  private func nothing(_ reference: PhotoReference) -> CodedFailure {
    let place = includesPhotos ? "no photo in your lists" : "no photo in your trash"
    return CodedFailure(
      "not-found", "\(place) has an id that begins with \(reference.text); write more of it, or all of it")
  }

  private func several(_ reference: PhotoReference, _ found: [Candidate]) -> CodedFailure {
    let candidates = Candidates(found.map { ("\($0.id)", $0.caption) })
    return CodedFailure(
      "ambiguous-id",
      "\(reference.text) begins the ids of several photos: \(candidates.text); write more of it",
      candidates: candidates.ids)
  }
}

extension PhotoReference {
  /// Returns the result for a photo that could not be processed, with a report of the error.
  ///
  /// - Throws: The error, if it makes no sense to go on with other photos.
  func failed(_ error: any Error) throws -> TransferResult {
    TransferResult(name: id == nil ? text : nil, id: id, status: .failed(try FailureReport(ofOne: error)))
  }
}
