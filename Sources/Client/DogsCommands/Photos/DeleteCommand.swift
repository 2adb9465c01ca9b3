// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofSync

/// Deletes photos.
struct DeleteCommand: Command {
  static let name = "delete"
  static let summary = "Deletes photos; dogs restore brings them back for a while."
  static let discussion = """
    For how long they can be brought back is up to the service; each line says until when. With --forever nobody can \
    bring them back, those that were deleted before included. A photo that is refused does not keep the others from it; \
    the exit code is 1 then.

    With --json, each line is an object with the members status (deleted or erased), id, and restorableUntil where it can \
    be restored; of one that is refused it is an object on standard error, with status (failed), id and error.
    """

  private let service: ServiceOptions
  private let isForever: Bool
  private let photos: [PhotoReference]

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    isForever = reader.flag("--forever", "Erases them, so that nobody can bring them back.")
    photos = PhotoReference.several(from: &reader)
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name, offline: isForever ? nil : { try await deleteOffline($0) }) { session in
      try await deleteOnline(session)
    }
  }

  private func deleteOnline(_ session: ServiceSession) async throws -> ExitCode {
    let client = session.client
    let search = PhotoSearch(client: client, signsIn: true, includesTrash: isForever)
    var code = ExitCode.done
    for reference in photos {
      do {
        let id = try await search.id(of: reference)
        StandardStream.output.write(isForever ? try await erase(id, client) : try await delete(id, client))
      } catch {
        let result = try reference.failed(error)
        StandardStream.error.write(service.printsJSON ? result.json(done: "") : result.text(done: ""))
        code = .failed
      }
    }
    return code
  }

  /// Deletes a photo.
  ///
  /// - Returns: The line that says so.
  private func delete(_ id: PhotoID, _ client: WoofClient) async throws -> String {
    try await client.deletePhoto(id)
    let kept = try await client.trash(idPrefix: "\(id)", pageSize: 1).first { _ in true }
    guard !service.printsJSON else { return line("deleted", id, until: kept?.restorableUntil) }
    guard let kept else { return "deleted  \(id)\n" }
    return "deleted  \(id)  until \(kept.restorableUntil) it comes back by: dogs restore \(id)\n"
  }

  private func erase(_ id: PhotoID, _ client: WoofClient) async throws -> String {
    // One that is deleted already stays so.
    try await client.deletePhoto(id)
    do {
      try await client.erasePhoto(id)
    } catch WoofError.Code.notFound {
      // A service that keeps nothing of what is deleted has erased it.
    }
    return service.printsJSON ? line("erased", id, until: nil) : "erased   \(id)\n"
  }

  private func deleteOffline(_ session: ReplicaSession) async throws -> ExitCode {
    try await session.edit(photos, printsJSON: service.printsJSON) { id in
      try await session.replica.delete(id)
      return service.printsJSON
        ? line("deleted", id, until: nil, isPending: true) : "deleted  \(id)\(Waiting.remark)\n"
    }
  }

  private func line(_ status: String, _ id: PhotoID, until: Timestamp?, isPending: Bool = false) -> String {
    JSONLine.object { writer in
      writer.name("status")
      writer.value(status)
      writer.name("id")
      writer.value(id)
      if let until {
        writer.name("restorableUntil")
        writer.value(until)
      }
      if isPending {
        writer.name("pending")
        writer.value(true)
      }
    }
  }
}
