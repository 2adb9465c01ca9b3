// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Shows changes as they happen.
struct EventsTailCommand: ShellCommand {
  static let name = "tail"
  static let summary =
    "Shows changes of photos and, with --kinds, of albums as they happen, private ones too, until ^C."

  private let output: OutputOptions
  private let limit: Int?
  private let query: [URLQueryItem]

  init(from reader: inout ArgumentReader) {
    output = OutputOptions(from: &reader)
    limit = reader.option("--limit", .integer(in: 1...1_000_000), "After how many to end; by default never.")
    var query: [URLQueryItem] = []
    query += .given("since", reader.option("--since", .text("TOKEN"), "After which change to begin; by default now."))
    query += .given("kind", reader.option("--kind", .choice("KIND", of: ChangeKind.self), "Only these.")?.rawValue)
    query += .given("owner", reader.option("--owner", .account(), "Only what this account owns."))
    query += .given(
      "kinds",
      reader.option("--kinds", ChangeKindsArgument.kind, "What to tell of; by default photos alone.")?.parameter)
    self.query = query
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    var lines = try await context.client.lines(of: AdminAPI.path("events"), query)
    let printsJSON = output.printsJSON(context.settings)
    var count = 0
    while let change = try await lines.next(ServiceChange.self) {
      try context.console.show(printsJSON ? try JSONText.line(change) : ChangeText.line(change))
      count += 1
      if count == limit { return .done }
    }
    throw CommandFailure("the service ended the stream of events: ask again")
  }
}

/// Shows a page of the change log.
struct ChangesCommand: ShellCommand {
  static let name = "changes"
  static let summary = "Shows a page of the change log, of private photos too."

  private let output: OutputOptions
  private let token: String?
  private let limit: Int
  private let kinds: ChangeSubjects

  init(from reader: inout ArgumentReader) {
    output = OutputOptions(from: &reader)
    kinds = reader.option("--kinds", ChangeKindsArgument.kind, "What to tell of; by default photos alone.") ?? .photos
    token = reader.option(
      "--since", .text("TOKEN"), "After which change to begin; by default, what there is comes before the log.")
    limit = reader.option("--limit", .integer(in: 1...500), default: 50, "How many at most.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    let page = try await context.ask(AdminAPI.changes(of: kinds, since: token, limit: limit))
    guard !output.printsJSON(context.settings) else {
      context.console.print(try JSONText.line(page))
      return .done
    }
    context.console.print(page.changes.map(ChangeText.line).joined())
    let same = kinds == .photos ? "" : "--kinds \(kinds.parameter) "
    let advice = "changes \(same)--since \(page.next.rawValue.printable)"
    context.console.remark(page.more ? "There are more: \(advice)\n" : "What comes next: \(advice)\n")
    return .done
  }
}

/// Changes as text.
enum ChangeText {
  /// One line.
  static func line(_ change: ServiceChange) -> String {
    switch change {
    case .photo(let change): line(change)
    case .album(let album, _):
      "\(album.id)  album  \("\(album.visibility.rawValue) album of \(album.owner): \(album.title)".printable)\n"
    case .albumWithdrawn(let id, _, let reason, _): "\(id)  album-withdrawn  \(reason.rawValue.printable)\n"
    case .link(let link, _): "\(link.id)  link  until \(link.expiresAt)\n"
    case .linkWithdrawn(let id, let reason, _): "\(id)  link-withdrawn  \(reason.rawValue.printable)\n"
    }
  }

  private static func line(_ change: PhotoChange) -> String {
    let photo = change.photo
    let what =
      switch change.kind {
      case .photo: "\(photo.visibility.rawValue) photo of \(photo.owner)"
      case .favourites: "\(ShortText.count(photo.favouriteCount)) favourites, photo of \(photo.owner)"
      case .deleted: "deleted"
      }
    let caption = photo.caption.isEmpty ? "" : ": \(photo.caption)"
    return "\(photo.id)  \(change.kind.rawValue)  \((what + caption).printable)\n"
  }
}
