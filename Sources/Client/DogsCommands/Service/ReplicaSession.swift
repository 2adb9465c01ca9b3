// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofSync
import WoofTerminal

/// A command at work with the replica alone: nothing is asked of the service.
struct ReplicaSession: Sendable {
  /// So many photos are read at once.
  private static let pageSize = 500

  let replica: PhotoReplica
  let notes: ReplicaNotes
  /// The session, whose service is not asked for anything.
  let session: ServiceSession

  /// Opens the replica that the options name, does something with it, and closes it.
  ///
  /// - Throws: ``CodedFailure`` where there is none; `WoofError` as ``WoofSync/PhotoReplica``; what `body` throws.
  static func run(
    _ options: ServiceOptions, _ session: ServiceSession, _ body: (ReplicaSession) async throws -> ExitCode
  ) async throws -> ExitCode {
    let known = await session.client.signedInName()
    let place = try ReplicaPlace.existing(options, account: known ?? options.environment.text("DOGS_USER"))
    let notes = try place.notes()
    let replica = try await PhotoReplica.open(
      URL(fileURLWithPath: place.folder), client: session.patientClient, scope: notes.scope)
    do {
      let code = try await body(ReplicaSession(replica: replica, notes: notes, session: session))
      await replica.close()
      return code
    } catch {
      await replica.close()
      throw error
    }
  }

  /// The photos of a list, read as they are needed.
  ///
  /// - Parameters:
  ///   - limit: The most photos; `nil` for all.
  ///   - body: Takes the photos one by one.
  func forEachPhoto(
    of query: PhotoListQuery, limit: Int? = nil, _ body: (ReplicaPhoto) throws -> Void
  ) throws {
    var (rest, last): (Int, ReplicaPhoto?) = (limit ?? .max, nil)
    while rest > 0 {
      try Task.checkCancellation()
      let page = try replica.page(of: query, after: last, limit: min(rest, Self.pageSize))
      for photo in page { try body(photo) }
      rest -= page.count
      guard page.count == Self.pageSize else { return }
      last = page.last
    }
  }

  /// A photo.
  ///
  /// - Throws: `WoofError` with the code `photo-not-here`.
  func photo(_ id: PhotoID) throws -> ReplicaPhoto {
    guard let photo = try replica.photo(id) else {
      throw WoofError(
        .photoNotHere, "There is no photo \(id) in the replica: it was deleted, or came after the last dogs sync.")
    }
    return photo
  }
}
