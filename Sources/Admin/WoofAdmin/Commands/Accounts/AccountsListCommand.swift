// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofCommandLine
import WoofModel

/// The command `accounts list`, by name.
struct AccountsListCommand: ShellCommand {
  static let name = "list"
  static let summary = "Lists accounts, by name."

  private let options: ListOptions

  init(from reader: inout ArgumentReader) { options = ListOptions(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode {
    try await context.list(.accounts(), options, AccountText.table)
    return .done
  }
}

/// Shows one account.
struct AccountsShowCommand: ShellCommand {
  static let name = "show"
  static let summary = "Shows one account."

  private let output: OutputOptions
  private let account: String

  init(from reader: inout ArgumentReader) {
    output = OutputOptions(from: &reader)
    account = reader.argument(.account(), otherwise: "", "The account's name.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    try context.print(try await context.ask(AdminAPI.account(account)), output, AccountText.details)
    return .done
  }
}

/// The columns of a table of accounts.
enum AccountText {
  static let table = ListTable<AdminAccount>([
    .text("NAME") { $0.name }, .text("ROLE") { $0.isAdministrator ? "administrator" : "" },
    .text("STATE") { $0.isDisabled ? "disabled" : "" }, .number("PHOTOS") { ShortText.count($0.photoCount) },
    .number("FAVOURITES") { ShortText.count($0.favouriteCount) }, .text("SINCE") { ShortText.moment($0.createdAt) },
  ])

  static func details(_ account: AdminAccount) -> DetailTable {
    var table = DetailTable()
    table.append("name", account.name)
    table.append("administrator", ShortText.answer(account.isAdministrator))
    table.append("disabled", ShortText.answer(account.isDisabled))
    table.append("since", ShortText.moment(account.createdAt))
    table.append("photos", ShortText.count(account.photoCount))
    table.append("favourites", ShortText.count(account.favouriteCount))
    appendQuota(of: account, to: &table)
    return table
  }

  /// Returns a table of the bytes, photos and uploads that an account uses, each with its limit if it has one.
  static func quota(_ account: AdminAccount) -> DetailTable {
    var table = DetailTable()
    table.append("name", account.name)
    appendQuota(of: account, to: &table)
    return table
  }

  private static func appendQuota(of account: AdminAccount, to table: inout DetailTable) {
    let (used, quota, own) = (account.used, account.quota, account.ownQuota)
    func append(_ name: String, _ used: Int64, _ limit: Int64?, isOwn: Bool, _ text: (Int64) -> String) {
      let limit = limit.map { " of \(text($0))" } ?? (isOwn ? ", unlimited" : "")
      table.append(name, "\(text(used))\(limit)\(isOwn ? " for this account" : "")")
    }
    append("bytes kept", used.byteCount, quota.byteCount, isOwn: own?.byteCount != nil, ShortText.bytes)
    append("photos kept", used.photoCount, quota.photoCount, isOwn: own?.photoCount != nil) { ShortText.count($0) }
    append("uploads", used.uploadCount, quota.uploadCount, isOwn: own?.uploadCount != nil) { ShortText.count($0) }
  }

  /// Returns the limits of a quota as a phrase; a limit that is `nil` reads `any number of`.
  static func allowance(_ quota: AccountQuota) -> String {
    let parts = [
      "\(quota.byteCount.map(ShortText.bytes) ?? "any number of bytes")",
      "\(quota.photoCount.map { ShortText.count($0) } ?? "any number of") photos",
      "\(quota.uploadCount.map { ShortText.count($0) } ?? "any number of") uploads under way",
    ]
    return "\(parts[0]), \(parts[1]) and \(parts[2])"
  }
}
