// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofCommandLine
import WoofModel

/// Lists what an account likes.
struct FavouritesListCommand: ShellCommand {
  static let name = "list"
  static let summary = "Lists the photos that an account likes."

  private let options: ListOptions
  private let account: String

  init(from reader: inout ArgumentReader) {
    options = ListOptions(from: &reader)
    account = reader.argument(.account(), otherwise: "", "The account's name.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    try await context.list(.favourites(of: account), options, PhotoText.metadataTable)
    return .done
  }
}

/// Lists who likes a photo.
struct FavouritesOfCommand: ShellCommand {
  static let name = "of"
  static let summary = "Lists who likes a photo."

  private let options: ListOptions
  private let id: PhotoID

  init(from reader: inout ArgumentReader) {
    options = ListOptions(from: &reader)
    id = reader.argument(.photo, otherwise: .none, "Which photo.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    let table = ListTable<AdminFavourite>([
      .text("ACCOUNT") { $0.account }, .text("SINCE") { ShortText.moment($0.setAt) },
    ])
    try await context.list(.admirers(of: id), options, table)
    return .done
  }
}

/// Takes a favourite back.
struct FavouritesUnsetCommand: ChangingCommand {
  static let name = "unset"
  static let summary = "Takes an account's favourite back."

  private let options: ChangeOptions
  private let id: PhotoID
  private let account: String

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader, isDestructive: true)
    id = reader.argument(.photo, otherwise: .none, "Which photo.")
    account = reader.argument(.account(), otherwise: "", "Whose favourite it is.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    guard try await context.perform(AdminChanges.unsetFavourite(of: account, on: id), options) != nil else {
      return .done
    }
    try context.done(options.output, "\(id) is no favourite of \(account.printable) any more.\n")
    return .done
  }
}
