// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Ends browser sessions.
struct SessionEndCommand: Command {
  static let name = "end"
  static let summary = "Signs out browsers."
  static let discussion = """
    A session that is not there does not keep the others from it; the exit code is 1 then. Your own password is needed: it \
    is asked for, or taken from DOGS_USER and DOGS_PASSWORD.

    With --json, each line is an object with the members status (ended or, on standard error, failed), id and, where it \
    failed, error; with --all there is one, whose id is all.
    """

  private let service: ServiceOptions
  private let ids: [PhotoID]

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    let endsAll = reader.flag("--all", "Ends all of them.")
    ids = reader.arguments(Self.session, "The ids of the sessions, as dogs session list shows them.")
    if endsAll != ids.isEmpty {
      reader.refuse(
        because: endsAll ? "--all and ids do not go together; choose one" : "give ids of sessions, or --all")
    }
  }

  // Ids of sessions are written as those of photos.
  private static let session = ArgumentKind<PhotoID>("ID", allowed: "the id of a session") { PhotoID($0) }

  func run() async throws -> ExitCode {
    await service.perform("session \(Self.name)") { session in
      let client = try session.accountClient(service)
      guard !ids.isEmpty else {
        try await client.endBrowserSessions()
        if service.printsJSON {
          StandardStream.output.write(try JSONLine.text(["status": "ended", "id": "all"]))
        } else {
          StandardStream.error.write("No browser is signed in any more.\n")
        }
        return .done
      }
      let run = ItemRun<PhotoID>(status: "ended", printsJSON: service.printsJSON)
      return try await run.perform(ids) { try await client.endBrowserSession($0.description) }
    }
  }
}
