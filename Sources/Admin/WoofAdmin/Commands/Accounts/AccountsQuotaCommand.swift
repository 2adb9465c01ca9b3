// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
import WoofCommandLine
import WoofConfiguration
import WoofModel

/// Shows and sets what an account may have.
struct AccountsQuotaCommand: ChangingCommand {
  static let name = "quota"
  static let summary = "Shows or sets how much an account may have."
  static let discussion = """
    Without a limit, it shows what the account uses and may have. A limit is a number, the word unlimited, or the word \
    default for what the configuration says for all accounts. What an account has already stays, also where that is more.
    """

  private let options: ChangeOptions
  private let limits: [String: JSONValue]
  private let clears: Bool
  private let account: String

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader)
    var limits: [String: JSONValue] = [:]
    limits["bytes"] = reader.option(
      "--bytes", .limit("SIZE") { ByteCount($0)?.bytes }, "The bytes of its photos, the trash included, as 10GB.")
    limits["photos"] = reader.option(
      "--photos", .limit("NUMBER") { Int64($0) }, "Its photos, the trash included.")
    limits["uploads"] = reader.option(
      "--uploads", .limit("NUMBER") { Int64($0) }, "Its uploads under way that can be resumed.")
    self.limits = limits
    clears = reader.flag("--clear", "Lets everything be as for all accounts.")
    if clears, !limits.isEmpty { reader.refuse(because: "--clear and a limit do not go together: leave one out") }
    account = reader.argument(.account(), otherwise: "", "The account's name.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    guard clears || !limits.isEmpty else {
      try context.print(try await context.ask(AdminAPI.account(account)), options.output, AccountText.quota)
      return .done
    }
    let change = try AdminChanges.edit(account: account, ["quota": clears ? .null : .object(limits)])
    try context.print(try await context.perform(change, options), options) { account in
      "\(account.name.printable) may have \(AccountText.allowance(account.quota)).\n"
    }
    return .done
  }
}

extension ArgumentKind where Value == JSONValue {
  /// A limit of a quota, as the service takes it.
  fileprivate static func limit(_ placeholder: String, _ number: @escaping @Sendable (String) -> Int64?) -> Self {
    Self(placeholder, allowed: "\(placeholder), unlimited, default") { text in
      switch text {
      case "unlimited": .string(text)
      case "default": .null
      default: number(text).flatMap { $0 >= 0 ? .integer($0) : nil }
      }
    }
  }
}
