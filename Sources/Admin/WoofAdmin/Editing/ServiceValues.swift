// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import WoofAdministration
import WoofCommandLine
import WoofModel

/// The values that the service knows, looked up while the user types. The wait is short: if the service does not answer
/// in time, there are no values.
struct ServiceValues: Sendable {
  typealias Candidate = LineCompletion.Candidate

  /// The time that Tab may take; 1.5 seconds.
  private static let patience = DispatchTimeInterval.milliseconds(1500)

  let client: AdminClient

  /// Returns the values of a kind that begin with the typed text: of accounts the first page, of other kinds those on
  /// the page of the newest.
  func candidates(_ value: ServiceValue, _ typed: String) async -> [Candidate] {
    do {
      return try await look(up: value, typed).filter { $0.text.hasPrefix(typed) }
    } catch {
      return []
    }
  }

  private func look(up value: ServiceValue, _ typed: String) async throws -> [Candidate] {
    switch value {
    case .account:
      return try await accounts(typed).map { account in
        Candidate(account.name, summary: "\(ShortText.count(account.photoCount)) photos")
      }
    case .photo:
      return try await page(AdminList<AdminPhoto>(path: AdminAPI.path("photos"))).map { photo in
        Candidate(photo.metadata.id.description, summary: "\(photo.metadata.owner): \(photo.metadata.caption)")
      }
    case .plugin:
      return try await page(AdminList<AdminPlugin>.plugins()).map { Candidate($0.name, summary: $0.state.rawValue) }
    case .setting:
      return try await client.response(to: AdminAPI.configuration).settings.map { setting in
        Candidate(setting.key, summary: "\(ShortText.value(setting.value)): \(setting.documentation)")
      }
    case .job:
      return try await page(AdminList<AdminJob>.jobs()).map { job in
        Candidate("\(job.id)", summary: "\(job.request.kind.rawValue), \(job.state.rawValue)")
      }
    case .digest:
      return try await page(AdminList<AdminQuarantined>.quarantine()).map { item in
        Candidate(item.digest.description, summary: item.note ?? item.cause.rawValue)
      }
    case .appPassword:
      return try await page(AdminList<AdminAppPassword>.appPasswords()).map { password in
        Candidate(password.id, summary: "\(password.owner): \(password.name)")
      }
    case .browserSession:
      return try await page(AdminList<AdminBrowserSession>.browserSessions()).map { session in
        Candidate(session.id, summary: "\(session.owner): \(session.browser ?? "unknown browser")")
      }
    case .invitation:
      return try await page(AdminList<AdminInvitation>.invitations()).map { invitation in
        Candidate(invitation.id, summary: "\(invitation.owner): \(invitation.note ?? "")")
      }
    case .ticket:
      return try await page(AdminList<AdminTicket>.tickets()).map { ticket in
        Candidate(ticket.id, summary: "\(ticket.owner): \(ticket.photo == nil ? "open" : "used")")
      }
    case .album:
      return try await page(AdminList<AdminAlbum>.albums()).map { album in
        Candidate(album.id.description, summary: "\(album.owner): \(album.title)")
      }
    case .link:
      return try await page(AdminList<AdminLink>.links()).map { link in
        Candidate(link.id.description, summary: "\(link.owner): opened \(ShortText.count(link.viewCount)) times")
      }
    case .command: return []
    }
  }

  private func page<Item>(_ list: AdminList<Item>, after cursor: String? = nil) async throws -> [Item] {
    try await client.response(to: list.page(after: cursor, limit: 500)).items
  }

  /// Returns the accounts whose names may begin with a text. Accounts are listed by name, so these are the one with
  /// just this name and the next behind it.
  private func accounts(_ typed: String) async throws -> [AdminAccount] {
    guard !typed.isEmpty else { return try await page(AdminList<AdminAccount>.accounts()) }
    async let named = try? client.response(to: AdminAPI.account(typed))
    let others = try await page(AdminList<AdminAccount>.accounts(), after: typed)
    return [await named].compactMap(\.self) + others
  }

  /// Blocks the thread until a task is done, for at most 1.5 seconds, as the user has pressed a key and waits.
  static func wait<Value: Sendable>(for body: @escaping @Sendable () async -> Value, otherwise: Value) -> Value {
    let box = ResultBox<Value>()
    let task = Task {
      let value = await body()
      box.result.withLock { $0 = value }
      box.isDone.signal()
    }
    guard box.isDone.wait(timeout: .now() + patience) == .success else {
      task.cancel()
      return otherwise
    }
    return box.result.withLock { $0 } ?? otherwise
  }

  private final class ResultBox<Value: Sendable>: Sendable {
    let result = Mutex<Value?>(nil)
    let isDone = DispatchSemaphore(value: 0)
  }
}
