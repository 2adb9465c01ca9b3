// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel

/// Revokes app passwords.
struct AppPasswordRevokeCommand: Command {
  static let name = "revoke"
  static let summary = "Revokes passwords of apps: who has one is signed in no longer."
  static let discussion = """
    An app password that is not there does not keep the others from it; the exit code is 1 then. Your own password is \
    needed: it is asked for, or taken from DOGS_USER and DOGS_PASSWORD.

    With --json, each line is an object with the members status (revoked or, on standard error, failed), id and, where it \
    failed, error.
    """

  private let service: ServiceOptions
  private let ids: [PhotoID]

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    let first = reader.argument(
      Self.password, otherwise: nil, "The app password's id, as dogs app-password list shows it.")
    let others = reader.arguments(Self.password, "Further app passwords.")
    ids = ([first] + others).compactMap(\.self)
  }

  // Ids of app passwords are written as those of photos.
  private static let password = ArgumentKind<PhotoID?>("ID", allowed: "the id of an app password") { text in
    PhotoID(text).map { .some($0) }
  }

  func run() async throws -> ExitCode {
    await service.perform("app-password \(Self.name)") { session in
      let client = try session.accountClient(service)
      let run = ItemRun<PhotoID>(status: "revoked", printsJSON: service.printsJSON)
      return try await run.perform(ids) { try await client.revokeAppPassword($0.description) }
    }
  }
}
