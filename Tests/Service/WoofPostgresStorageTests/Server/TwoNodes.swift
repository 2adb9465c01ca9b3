// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import WoofCore
import WoofModel
import WoofPostgreSQL
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

/// Two nodes on one database.
struct TwoNodes: Sendable {
  let database: StoreTestDatabase
  let first: PostgresStore
  let second: PostgresStore

  /// Runs a test with two nodes on a new database.
  static func with(_ body: (TwoNodes) async throws -> Void) async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { first in
        try await database.withNode { second in
          try await body(TwoNodes(database: database, first: first, second: second))
        }
      }
    }
  }

  /// Changes something on the first node, which must know it at once, and the second soon.
  func expectNews<Result>(_ change: (PostgresStore) async throws -> Result) async throws {
    try await eventually { first.credentialGeneration == second.credentialGeneration }
    let before = first.credentialGeneration
    _ = try await change(first)
    guard first.credentialGeneration > before else { throw Unexpected("the generation has stayed") }
    try await eventually { second.credentialGeneration > before }
  }

  /// Tries something so many times at once, half of them on each node, and counts those that were not refused.
  func countThatSucceed(
    of count: Int, unless code: WoofError.Code, _ body: @escaping @Sendable (PostgresStore, Int) async throws -> Void
  ) async throws -> Int {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<count {
        let node = number.isMultiple(of: 2) ? first : second
        group.addTask {
          do {
            try await body(node, number)
            return true
          } catch let error as WoofError where error.code == code {
            return false
          }
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
  }

  /// A session of the database that holds the row of an account until it commits.
  func holdingAccount(_ name: AccountName) throws -> BlockingSession {
    let holder = try BlockingSession(database.server.connectionString(of: database.name))
    try holder.execute("BEGIN; SELECT number FROM account WHERE name = '\(name)' FOR UPDATE")
    return holder
  }
}

extension PostgresStore {
  /// Makes an app password of the sample of a number, which expires after 100 milliseconds.
  func makeAppPassword(_ number: Int, for owner: Principal, countLimit: Int = 10) async throws -> AppPassword {
    let password = AppPassword(
      id: AppPasswordID(uuid: Sample.photoID(1000 + number)), account: Self.account(owner), name: "Phone \(number)",
      scopes: [.read, .upload], createdAt: Sample.time(0), expiresAt: Sample.time(100))
    try await addAppPassword(password, secretHash: Sample.digest(number), countLimit: countLimit)
    return password
  }

  /// Begins a session of the sample of a number, which expires after 100 milliseconds.
  @discardableResult
  func beginSession(_ number: Int, for owner: Principal, countLimit: Int = 10) async throws -> BrowserSession {
    let session = BrowserSession(
      id: BrowserSessionID(uuid: Sample.photoID(1000 + number)), account: Self.account(owner),
      device: BrowserDevice(browser: "Firefox"), createdAt: Sample.time(0), expiresAt: Sample.time(100))
    try await addBrowserSession(session, secretHash: Sample.digest(number), countLimit: countLimit)
    return session
  }

  /// The number of app passwords and of sessions, of all accounts.
  func grantCounts() async throws -> [Int] {
    [
      try await appPasswords(AppPasswordQuery(account: nil, limit: 100)).count,
      try await browserSessions(BrowserSessionQuery(account: nil, at: Sample.time(0), limit: 100)).count,
    ]
  }

  private static func account(_ owner: Principal) -> Account {
    Account(
      id: owner.id, name: owner.name, isAdministrator: false, isDisabled: false, createdAt: Sample.time(0),
      passwordVersion: owner.passwordVersion)
  }
}
