// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofAdministration
import WoofCommandLine
import WoofModel

/// Lists share links.
struct LinksListCommand: ShellCommand {
  static let name = "list"
  static let summary = "Lists share links that have not expired, the newest first."
  static let discussion = "Their addresses are secret, and nobody is shown them again."

  private let options: ListOptions
  private let owner: String?

  init(from reader: inout ArgumentReader) {
    options = ListOptions(from: &reader)
    owner = reader.option("--owner", .account(), "Only links of this account.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    let table = ListTable<AdminLink>([
      .text("ID") { $0.id.description }, .text("OWNER") { $0.owner }, .text("SHOWS") { $0.target },
      .text("UNTIL") { ShortText.moment($0.expiresAt) }, .number("OPENED") { ShortText.count($0.viewCount) },
      .text("TERMS") { $0.terms },
    ])
    try await context.list(.links(of: owner), options, table)
    return .done
  }
}

extension AdminLink {
  /// The album or the photo that the link shows, in words.
  fileprivate var target: String { album.map { "album \($0)" } ?? photo.map { "photo \($0)" } ?? "" }

  /// The rules of the link that are not the usual ones, in words.
  fileprivate var terms: String {
    let terms = [
      (hasPassword, "password"), (allowsDownload, "download"), (allowsAdding == true, "add"),
      (allowsLikes == true, "like"), (location, "places"),
    ]
    return terms.filter(\.0).map(\.1).joined(separator: ", ")
  }
}

/// Revokes a share link.
struct LinksRevokeCommand: ChangingCommand {
  static let name = "revoke"
  static let summary = "Revokes a share link: nobody sees anything by it any more."

  private let options: ChangeOptions
  private let id: String

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader, isDestructive: true)
    id = reader.argument(.link, otherwise: "", "Which link.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    guard try await context.perform(AdminChanges.revokeLink(id), options) != nil else { return .done }
    try context.done(options.output, "The link \(id) is revoked.\n")
    return .done
  }
}
