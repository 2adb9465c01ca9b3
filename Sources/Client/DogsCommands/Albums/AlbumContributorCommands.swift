// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel

/// Lets accounts add to an album.
struct AlbumContributorAddCommand: Command {
  static let name = "add"
  static let summary = "Lets accounts read an album and add their own photos to it."
  static let discussion = """
    It is for the owner of the album. Contributors see the photos of the album that they may see anyway. An account that is \
    refused does not keep the others from it; the exit code is 1 then.

    With --json, each line is an object with the members status (added or, on standard error, failed), name, album and, \
    where it failed, error.
    """

  private let change: ContributorChange

  init(from reader: inout ArgumentReader) { change = ContributorChange(from: &reader) }

  func run() async throws -> ExitCode {
    await change.run(Self.name, status: "added") { try await $0.addContributor($1, to: $2) }
  }
}

/// Lets accounts add to an album no longer.
struct AlbumContributorRemoveCommand: Command {
  static let name = "remove"
  static let summary = "Lets accounts add to an album no longer; what they have added stays."
  static let discussion = """
    It is for the owner of the album, and for contributors that leave: they give their own name. An account that is refused \
    does not keep the others from it; the exit code is 1 then.

    With --json, each line is an object with the members status (removed or, on standard error, failed), name, album and, \
    where it failed, error.
    """

  private let change: ContributorChange

  init(from reader: inout ArgumentReader) { change = ContributorChange(from: &reader) }

  func run() async throws -> ExitCode {
    await change.run(Self.name, status: "removed") { try await $0.removeContributor($1, from: $2) }
  }
}

/// The part that the two commands share: an album, and accounts.
private struct ContributorChange: Sendable {
  private let service: ServiceOptions
  private let album: AlbumReference
  private let names: [String]

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    album = AlbumReference.one(from: &reader)
    let first = reader.argument(Self.account, otherwise: "", "The name of an account.")
    names = [first] + reader.arguments(Self.account, "Further ones.")
  }

  // A name of dots alone would be another place in the path of the request.
  private static let account = ArgumentKind<String>("NAME", allowed: "letters, digits, dots, hyphens, underscores") {
    text in
    text.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]*/) == nil ? nil : text
  }

  func run(
    _ name: String, status: String, _ body: (WoofClient, String, AlbumID) async throws -> Void
  ) async -> ExitCode {
    await service.perform("album contributors \(name)") { session in
      let id = try await AlbumSearch(client: session.client).id(of: album)
      let run = ItemRun<String>(status: status, printsJSON: service.printsJSON) { name, writer in
        writer.name("name")
        writer.value(name)
        writer.name("album")
        writer.value(id.description)
      }
      return try await run.perform(names) { try await body(session.client, $0, id) }
    }
  }
}
