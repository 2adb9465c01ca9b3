// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofConfiguration
import WoofCore
import WoofCryptography
import WoofModel
import WoofServer
import WoofTerminal

/// The command `account add`, which works on the data folder itself.
struct AccountAddCommand: Command {
  static let name = "add"
  static let summary = "Adds an account."
  static let discussion = """
    The password is asked for on the terminal, twice, or read as one line from standard input where that is no \
    terminal. An account that exists is left as it is.
    """

  private let account: String
  private let isAdministrator: Bool
  private let options: AccountOptions

  init(from reader: inout ArgumentReader) {
    account = reader.argument("NAME", "The account's name: \(AccountName.rule).")
    isAdministrator = reader.flag("--admin", "Lets the account administer the service.")
    options = AccountOptions(from: &reader)
  }

  func run() async throws -> ExitCode {
    let name = try AccountOptions.name(account)
    return try await options.withAccounts { accounts in
      guard try await accounts.credentials.credential(of: name) == nil else {
        throw CommandFailure("There is an account \(name) already. Change its password by: woof account passwd \(name)")
      }
      let password = try PasswordPrompt().choose("Password for \(name): ", again: "Once more: ")
      try PasswordRule.check(WipedBytes(password), for: name)
      try await accounts.audit.perform("accounts.add", of: name, details: ["admin": .bool(isAdministrator)]) {
        _ = try await accounts.authenticator.addAccount(name, password: password, isAdministrator: isAdministrator)
      }
      options.printChanged(name, in: accounts.folder)
    }
  }
}

/// The command `account list`, which works on the data folder itself.
struct AccountListCommand: Command {
  static let name = "list"
  static let summary = "Lists the accounts."

  private let options: AccountOptions

  init(from reader: inout ArgumentReader) { options = AccountOptions(from: &reader) }

  func run() async throws -> ExitCode {
    try await options.withAccounts { opened in
      let accounts = try await opened.credentials.accounts()
      StandardStream.output.write(
        options.printsJSON ? accounts.map { line($0, in: opened.folder) }.joined() : table(accounts))
    }
  }

  private func table(_ accounts: [AccountSummary]) -> String {
    guard !accounts.isEmpty else { return "There are no accounts. Add one by: woof account add NAME\n" }
    var table = TextTable(
      ["NAME", "ADMIN", "STATE", "PHOTOS", "FAVOURITES", "CREATED"],
      alignments: [.leading, .leading, .leading, .trailing, .trailing, .leading])
    for summary in accounts {
      let account = summary.account
      table.append([
        account.name.text, account.isAdministrator ? "yes" : "no", account.isDisabled ? "disabled" : "enabled",
        String(summary.photoCount), String(summary.favouriteCount), account.createdAt.description,
      ])
    }
    return table.description
  }

  private func line(_ summary: AccountSummary, in folder: DataFolderOption) -> String {
    JSONObject.line { writer in
      writer.name("name")
      writer.value(summary.account.name.text)
      writer.name("admin")
      writer.value(summary.account.isAdministrator)
      writer.name("disabled")
      writer.value(summary.account.isDisabled)
      writer.name("createdAt")
      writer.value(summary.account.createdAt)
      writer.name("photoCount")
      writer.value(summary.photoCount)
      writer.name("favouriteCount")
      writer.value(summary.favouriteCount)
      folder.write(to: &writer)
    }
  }
}

/// Changes a password.
struct AccountPasswordCommand: Command {
  static let name = "passwd"
  static let summary = "Changes the password of an account."
  static let discussion = AccountAddCommand.discussion

  private let target: AccountTarget

  init(from reader: inout ArgumentReader) { target = AccountTarget(from: &reader) }

  func run() async throws -> ExitCode {
    try await target.withAccount { name, accounts in
      let password = try PasswordPrompt().choose("New password for \(name): ", again: "Once more: ")
      try PasswordRule.check(WipedBytes(password), for: name)
      try await accounts.audit.perform("accounts.password", of: name) {
        try await accounts.authenticator.setPassword(of: name, to: password)
      }
    }
  }
}

/// Forbids an account to sign in.
struct AccountDisableCommand: Command {
  static let name = "disable"
  static let summary = "Forbids an account to sign in; what it owns stays."

  private let target: AccountTarget

  init(from reader: inout ArgumentReader) { target = AccountTarget(from: &reader) }

  func run() async throws -> ExitCode {
    try await target.withAccount { name, accounts in
      try await accounts.audit.perform("accounts.edit", of: name, details: ["disabled": true]) {
        try await accounts.credentials.setDisabled(true, of: name)
      }
    }
  }
}

/// Lets a disabled account sign in again.
struct AccountEnableCommand: Command {
  static let name = "enable"
  static let summary = "Lets a disabled account sign in again."

  private let target: AccountTarget

  init(from reader: inout ArgumentReader) { target = AccountTarget(from: &reader) }

  func run() async throws -> ExitCode {
    try await target.withAccount { name, accounts in
      try await accounts.audit.perform("accounts.edit", of: name, details: ["disabled": false]) {
        try await accounts.credentials.setDisabled(false, of: name)
      }
    }
  }
}

/// The account that a command is about, which must exist, and the data folder that it is in.
private struct AccountTarget {
  private let account: String
  private let options: AccountOptions

  init(from reader: inout ArgumentReader) {
    account = reader.argument("NAME", "The account's name.")
    options = AccountOptions(from: &reader)
  }

  func withAccount(_ body: (AccountName, OpenAccounts) async throws -> Void) async throws -> ExitCode {
    let name = try AccountOptions.name(account)
    return try await options.withAccounts { accounts in
      guard try await accounts.credentials.credential(of: name) != nil else {
        throw CommandFailure("There is no account \(name). See which there are by: woof account list")
      }
      try await body(name, accounts)
      options.printChanged(name, in: accounts.folder)
    }
  }
}
