// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofConfiguration
import WoofModel
import WoofTerminal

/// Shows the account of who signs in.
struct AccountCommand: Command {
  static let name = "account"
  static let summary = "Shows the account of who signs in: its photos, and how much it uses of what it may have."
  static let discussion = """
    What is in the trash counts until it is erased. A limit that is not shown is none.
    """

  private let service: ServiceOptions

  init(from reader: inout ArgumentReader) { service = ServiceOptions(from: &reader) }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      let account = try await session.client.signIn()
      StandardStream.output.write(service.printsJSON ? try JSONLine.text(account) : Self.table(account))
      return .done
    }
  }

  private static func table(_ account: Account) -> String {
    var lines = [
      ("name", account.name), ("administrator", account.isAdministrator ? "yes" : "no"),
      ("since", account.createdAt.description), ("photos", "\(account.photoCount)"),
      ("favourites", "\(account.favouriteCount)"),
    ]
    if let visibility = account.defaultVisibility { lines.append(("new photos", visibility.rawValue)) }
    if let used = account.used {
      let quota = account.quota ?? AccountQuota()
      lines.append(("bytes kept", amount(used.byteCount, quota.byteCount, bytes)))
      lines.append(("photos kept", amount(used.photoCount, quota.photoCount) { "\($0)" }))
      lines.append(("uploads", amount(used.uploadCount, quota.uploadCount) { "\($0)" }))
    }
    return lines.map { name, value in
      "\(name)\(String(repeating: " ", count: 15 - name.count))\(value.printable)\n"
    }.joined()
  }

  private static func amount(_ used: Int64, _ limit: Int64?, _ text: (Int64) -> String) -> String {
    limit.map { "\(text(used)) of \(text($0))" } ?? text(used)
  }

  private static func bytes(_ count: Int64) -> String { ByteCount.bytes(count).short }
}
