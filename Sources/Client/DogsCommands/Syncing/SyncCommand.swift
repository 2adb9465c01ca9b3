// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofModel
import WoofSync
import WoofTerminal

/// Brings the replica and the service in step.
struct SyncCommand: Command {
  static let name = "sync"
  static let summary = "Brings the replica on this machine and the service in step."
  static let discussion = """
    The replica has what the account sees, for the commands with --offline. What has changed on the service is read, and \
    the edits that were made offline are sent; then a line says how much. An edit that the service refuses stays as a \
    problem, and the exit code is 1; dogs pending shows it. With --watch it goes on, and prints what becomes of it, until \
    ^C or, on a terminal, q. With --verify the replica is compared with the service by digest, and the exit code is 1 \
    where they differ.

    With --originals, the originals of one's own photos are kept as files in a folder, named as by download. A file that \
    dogs did not write, or that has changed since, is neither replaced nor removed, and a line says so; the file of a \
    photo that is gone is removed. What dogs wrote is noted in .dogs-originals.json in the folder.

    With --json, the summary is an object with the members account, photos, sent, pending and problems, and comparison with \
    --verify; lines about originals have status (downloaded, present, removed, left-alone or failed), file and id; lines \
    of --watch have event (status) and status.
    """

  private let service: ServiceOptions
  private let watches: Bool
  private let verifies: Bool
  private let scope: ReplicaScope?
  private let originals: String?

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    watches = reader.flag("--watch", "Goes on, and prints what becomes of it.")
    verifies = reader.flag("--verify", "Compares the replica with the service by digest.")
    scope = reader.option(
      "--scope", .scope,
      "The photos to keep, from now on: everything, or parts with commas between them; by default as before, and at first "
        + "everything.")
    originals = reader.option("--originals", .folder(), "Keeps the originals of one's own photos as files in a folder.")
    if service.saysOffline { reader.refuse(because: "sync needs the service; leave --offline out") }
    if originals != nil, scope?.own == false {
      reader.refuse(because: "--originals needs one's own photos; add own to --scope")
    }
  }

  func run() async throws -> ExitCode {
    await service.online.perform(Self.name) { session in
      let account = try await session.client.signIn()
      let place = ReplicaPlace(service, account: account.name)
      var notes = try place.notes()
      notes.scope = scope ?? notes.scope
      notes.defaultVisibility = account.defaultVisibility
      let mirror = try mirror(of: account.name, at: session.client.origin, notes)
      let replica = try await PhotoReplica.open(
        URL(fileURLWithPath: place.folder), client: session.patientClient, scope: notes.scope)
      let run = SyncRun(
        replica: replica, mirror: mirror, account: account.name, lines: session.lines, printsJSON: service.printsJSON)
      return try await Self.closing(replica) {
        try place.keep(notes)
        return try await run.run(verifies: verifies, watches: watches)
      }
    }
  }

  private func mirror(of account: String, at service: String, _ notes: ReplicaNotes) throws -> OriginalsMirror? {
    guard let originals else { return nil }
    guard notes.scope.own else {
      throw CodedFailure("usage", "--originals needs one's own photos; add own by --scope", exitCode: .usage)
    }
    return try OriginalsMirror(originals, service: service, account: account)
  }

  /// Does something with a replica and closes it, at once where the task is cancelled: whatever is waited for ends then.
  private static func closing<Result: Sendable>(
    _ replica: PhotoReplica, _ body: () async throws -> Result
  ) async throws -> Result {
    try await withTaskCancellationHandler {
      do {
        let result = try await body()
        await replica.close()
        return result
      } catch {
        await replica.close()
        throw error
      }
    } onCancel: {
      Task { await replica.close() }
    }
  }
}

extension ArgumentKind where Value == ReplicaScope {
  /// The photos that a replica keeps, as `everything` or `own,favourites,newest=1000`.
  static var scope: Self {
    Self(
      "PARTS", allowed: "everything, or own, favourites, newest=N",
      completion: .words(["everything", "own,favourites", "own,favourites,newest=1000"])
    ) { text in
      guard text != "everything" else { return .everything }
      var scope = ReplicaScope.windows(own: false, favourites: false)
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        switch part {
        case "own": scope.own = true
        case "favourites": scope.favourites = true
        default:
          guard part.hasPrefix("newest="), let count = Int(part.dropFirst("newest=".count)), count >= 0 else {
            return nil
          }
          scope.newest = count
        }
      }
      return scope
    }
  }
}
