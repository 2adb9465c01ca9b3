// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofAdministration
import WoofCommandLine
import WoofModel

/// Lists albums.
struct AlbumsListCommand: ShellCommand {
  static let name = "list"
  static let summary = "Lists albums, private ones too, the newest first."

  private let options: ListOptions
  private let owner: String?

  init(from reader: inout ArgumentReader) {
    options = ListOptions(from: &reader)
    owner = reader.option("--owner", .account(), "Only albums of this account.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    let table = ListTable<AdminAlbum>([
      .text("ID") { $0.id.description }, .text("OWNER") { $0.owner }, .text("VISIBILITY") { $0.visibility.rawValue },
      .number("PHOTOS") { ShortText.count($0.photoCount) },
      .text("CONTRIBUTORS") { $0.contributors.joined(separator: ", ") }, .text("TITLE") { $0.title },
    ])
    try await context.list(.albums(of: owner), options, table)
    return .done
  }
}

/// Deletes an album.
struct AlbumsDeleteCommand: ChangingCommand {
  static let name = "delete"
  static let summary = "Deletes an album for good, with the links to it; its photos stay."

  private let options: ChangeOptions
  private let id: String

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader, isDestructive: true)
    id = reader.argument(.album, otherwise: "", "Which album.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    guard try await context.perform(AdminChanges.deleteAlbum(id), options) != nil else { return .done }
    try context.done(options.output, "The album \(id) is deleted.\n")
    return .done
  }
}
