// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import Testing
import WoofConfiguration
import WoofCore
import WoofPostgresStorage
import WoofStoreConformance

@testable import ObjectStoreTestKit
@testable import PostgreSQLTestKit
@testable import TestKit
@testable import WoofServer

/// The stores that the service of a test stands on.
enum StoreWorld: String, CaseIterable {
  /// SQLite and files.
  case embedded
  /// PostgreSQL and an object store, which nodes share.
  case shared

  /// The world of the test that runs; the embedded one unless its suite has ``Testing/Trait/overEachWorld``, or the variable
  /// `WOOF_TEST_WORLD` names another for all.
  @TaskLocal static var current = chosen ?? .embedded

  private static let chosen = getenv("WOOF_TEST_WORLD").flatMap { StoreWorld(rawValue: String(cString: $0)) }

  /// The worlds over which suites run that run over each: those that this machine can run, or the one that the variable names.
  static let available = chosen.map { [$0] } ?? (PostgreSQLInstallation.isInstalled ? allCases : [.embedded])
}

/// Runs each test of a suite over every world, one after the other. Where ``EachProtocol`` stands before it, the worlds that are
/// not embedded hear HTTP/1.1 alone: protocols know nothing of stores. Of a test with arguments, which are refused before stores are
/// asked more often than not, they try the first, and then one in four, unless `WOOF_TEST_BEHAVIOURS` is `all`.
struct EachWorld: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  /// The numbers of cases that have begun, by tests.
  private static let caseCounts = Mutex<[Test.ID: Int]>([:])

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let isEmbeddedOnly = test.traits.contains { $0 is EmbeddedWorld }
    let worlds = isEmbeddedOnly ? [.embedded] : StoreWorld.available
    for world in worlds
    where world == .embedded || ClientProtocol.current == .http1 && (worlds.count == 1 || Self.isTried(test)) {
      try await StoreWorld.$current.withValue(world) { try await function() }
    }
  }

  /// Returns `true` if the case of a test that begins now runs over all worlds.
  private static func isTried(_ test: Test) -> Bool {
    guard test.isParameterized, !StoreBehaviour.areAllTried else { return true }
    return caseCounts.withLock { counts in
      defer { counts[test.id, default: 0] += 1 }
      return counts[test.id, default: 0].isMultiple(of: 4)
    }
  }
}

extension Trait where Self == EachWorld {
  /// Runs each test over the embedded stores, and then over those that nodes share, where PostgreSQL is installed.
  static var overEachWorld: Self { Self() }
}

/// Runs a test over the embedded stores alone, whatever its suite or the variable `WOOF_TEST_WORLD` says.
struct EmbeddedWorld: SuiteTrait, TestTrait, TestScoping {
  let comments: [Comment]
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws { try await StoreWorld.$current.withValue(.embedded) { try await function() } }
}

extension Trait where Self == EmbeddedWorld {
  /// Runs a test over the embedded stores alone.
  ///
  /// - Parameter reason: The reason that others do not do.
  static func embeddedOnly(_ reason: Comment) -> Self { Self(comments: [reason]) }
}

/// A database and a bucket that nodes share, which go with this object.
final class TestDatabase: Sendable {
  private let name: String
  /// The address of the database, without a password.
  let connection: String
  /// The folder of the password, and of all nodes.
  let folder: TemporaryFolder
  /// The store of the bucket, in memory, which fails as a test says.
  let store: FaultyObjectStore

  /// Makes a database.
  ///
  /// - Parameters:
  ///   - port: Another port that leads to the server, as that of a relay.
  ///   - folder: The folder of the nodes.
  ///   - store: The store of the bucket; by default one of its own.
  init(port: Int? = nil, in folder: TemporaryFolder, store: FaultyObjectStore? = nil) async throws {
    let server = try PostgreSQLTestServer.shared
    name = try await server.makeDatabase(migratedBy: PostgresSchema.migrations)
    connection = "postgresql://woof@127.0.0.1:\(port ?? server.port)/\(name)?sslmode=disable"
    self.folder = folder
    self.store = try store ?? FaultyObjectStore()
    try folder.write(PostgreSQLTestServer.password + "\n", to: "password")
    try folder.write(#"{ accessKey: "AKIDTEST", secret: "verysecret" }"#, to: "credentials")
  }

  /// Runs statements; the first column of the last one's rows.
  @discardableResult
  func execute(_ statements: String) throws -> [String] {
    try PostgreSQLTestServer.shared.execute(statements, in: name)
  }

  deinit { (try? PostgreSQLTestServer.shared)?.removeDatabase(name) }
}

/// A node of a database that several share.
struct TestNode: Sendable {
  let database: TestDatabase
  /// The name of the node, and of its folder.
  let name: String
  private let keys: String
  private let storeKeys: String
  private let bucket: String

  /// Names a node.
  ///
  /// - Parameters:
  ///   - keys: More keys of `storage.postgres`, in JSON5.
  ///   - storeKeys: More keys of `storage.s3`, in JSON5.
  ///   - bucket: The name of the bucket; by default that of the store.
  init(
    _ name: String = "data", of database: TestDatabase, keys: String = "", storeKeys: String = "",
    bucket: String = "faulty"
  ) {
    (self.name, self.database, self.keys) = (name, database, keys)
    (self.storeKeys, self.bucket) = (storeKeys, bucket)
  }

  /// The modules of the node's stores.
  func modules(deletionGrace: String) throws -> [any WoofModule] {
    [
      PostgresStorageModule(
        settings: try EffectiveConfiguration(text: records(#"deletionGrace: "\#(deletionGrace)", "#)) {
          .init(from: &$0)
        }.root),
      S3StorageModule(settings: try EffectiveConfiguration(text: blobs()) { .init(from: &$0) }.root),
    ]
  }

  /// The settings of the node's records.
  func records() throws -> PostgresStorageSettings {
    try EffectiveConfiguration(text: records("")) { PostgresStorageSettings(from: &$0) }.root
  }

  /// The configuration of the node, for a program.
  var configuration: String {
    """
    {modules: {"storage.embedded": {enabled: false}, "storage.postgres": \(records("enabled: true, ")),
     "storage.s3": \(blobs("enabled: true, "))}}
    """
  }

  private func records(_ more: String) -> String {
    """
    {\(more)folder: "\(database.folder.path(name))", connection: "\(database.connection)",
     passwordFile: "\(database.folder.path("password"))", \(keys)}
    """
  }

  private func blobs(_ more: String = "") -> String {
    """
    {\(more)endpoint: "http://127.0.0.1:\(database.store.port)", bucket: "\(bucket)",
     credentials: "\(database.folder.path("credentials"))", \(storeKeys)}
    """
  }
}
