// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Lists browser sessions.
struct SessionListCommand: Command {
  static let name = "list"
  static let summary = "Lists the browsers in which you are signed in, the newest sign-in first."
  static let discussion = """
    Browsers and systems are what the browser says of itself; the last use is told to the hour. What dogs itself keeps is an \
    app password, and not listed here. Your own password is needed: it is asked for, or taken from DOGS_USER and \
    DOGS_PASSWORD.

    With --json, each line is a session as the service sends it.
    """

  private let service: ServiceOptions

  init(from reader: inout ArgumentReader) { service = ServiceOptions(from: &reader) }

  func run() async throws -> ExitCode {
    await service.perform("session \(Self.name)") { session in
      let sessions = try session.accountClient(service).browserSessions(pageSize: 500)
      try await Listing(items: sessions, printsJSON: service.printsJSON, nothing: "No browser is signed in.")
        .print(Self.table)
      return .done
    }
  }

  private static func table(_ sessions: [BrowserSession], width: Int?) -> String {
    var table = TextTable(
      ["ID", "BROWSER", "SYSTEM", "SINCE", "LAST USED"], alignments: [.leading, .leading, .leading, .leading])
    for session in sessions {
      table.append([
        session.id, session.browser ?? "", session.system ?? "", "\(session.createdAt)", "\(session.usedAt)",
      ])
    }
    return table.text(width: width)
  }
}
