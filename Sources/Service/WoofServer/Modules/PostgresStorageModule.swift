// SPDX-License-Identifier: Apache-2.0

internal import WoofAPI
package import WoofCore
internal import WoofModel
internal import WoofPostgreSQL
internal import WoofPostgresStorage
internal import WoofStorage

/// Keeps records in PostgreSQL, which any number of nodes share; what this node keeps to itself is in its folder.
package actor PostgresStorageModule: WoofModule {
  /// `storage.postgres`.
  package static let id: ModuleID = "storage.postgres"
  /// The purpose of the module, in a sentence.
  package static let summary = "Keeps records in PostgreSQL, which several nodes share."
  /// `false`: one machine is enough for most.
  package static let isEnabledByDefault = false

  nonisolated let settings: PostgresStorageSettings
  private var folder: DataFolder?
  private var store: PostgresStore?

  /// Makes the module.
  package init(settings: PostgresStorageSettings) { self.settings = settings }

  /// Connects, brings the schema up to date, and provides the stores.
  ///
  /// - Throws: ``WoofStorage/StorageError`` where the folder is in use or out of reach; ``WoofModel/WoofError`` in words for
  ///   the operator where the database cannot be used.
  package func provision(_ scope: ModuleScope) async throws {
    let folder = try DataFolder.open(at: settings.folder, for: .service, files: scope.environment.files)
    self.folder = folder
    if let log = scope.all(at: .log).first {
      ExposedPath(folder.path, holding: .data)?.warn(in: log)
      settings.passwordFile?.warn(in: log)
      settings.secretFile?.warn(in: log)
    }
    try await settings.awaitMove { count in
      guard count == 0 else { return try await Task.sleep(for: .milliseconds(50)) }
      scope.all(at: .log).first?.note(.info, "waiting until woof move has ended", [:])
    }
    let store = try await settings.openStore(clock: scope.environment.time)
    self.store = store
    let secret = try await secret(in: store)
    scope.provide(store, at: .condition)
    scope.provide(store, at: .records)
    scope.provide(store, at: .favourites)
    scope.provide(store, at: .trash)
    scope.provide(store, at: .timelines)
    scope.provide(store, at: .derivations)
    scope.provide(store, at: .credentials)
    scope.provide(store, at: .appPasswords)
    scope.provide(store, at: .browserSessions)
    scope.provide(store, at: .invitations)
    scope.provide(store, at: .tickets)
    scope.provide(store, at: .albums)
    scope.provide(store, at: .sharing)
    scope.provide(store, at: .links)
    scope.provide(store, at: .archives)
    scope.provide(store, at: .runningKeys)
    scope.provide(store.signInFailures, at: .signInFailures)
    scope.provide(store, at: .changes)
    scope.provide(store, at: .administration)
    scope.provide(store, at: .blobLedger)
    scope.provide(
      SharedRecords(store: store, database: try settings.connectionSettings(), secret: try settings.secret()),
      at: .sharedRecords)
    scope.provide(store, at: .uploadLedger)
    scope.provide(InstallationName("woof-\(String(store.epoch, radix: 16))"), at: .installation)
    scope.provide(InstallationSecret(bytes: secret), at: .secret)
    scope.provide(DataFolderPath(folder.path), at: .dataFolder)
    scope.provide(store.makeAuditStore(), at: .audit)
    scope.provide(PostgresMetrics(store: store), at: .metrics)
  }

  private func secret(in store: PostgresStore) async throws -> [UInt8] {
    guard let secret = try settings.secret() else { return try await store.installationSecret() }
    try await store.checkSecret(secret)
    return secret
  }

  /// Ends all connections, and gives the folder up.
  package func cleanUp() async {
    await store?.end()
    folder?.close()
  }
}

/// Records that nodes share, for long work on them.
struct SharedRecords: Sendable {
  /// The store.
  let store: PostgresStore
  /// The database that it is in.
  let database: PostgreSQLSettings
  /// The secret of the installation, where a file keeps it.
  let secret: [UInt8]?
}

extension PostgresStorageSettings {
  /// Waits while `woof move` fills the database, which no node may use before it is whole, or empties it.
  ///
  /// - Parameter pause: Returns after a while; it is told for how many pauses it has been waited.
  /// - Throws: As ``openStore(clock:)``; ``WoofModel/WoofError`` with the code `conflict` where all records have been moved into a data
  ///   folder; what `pause` throws.
  func awaitMove(_ pause: (_ count: Int) async throws -> Void) async throws {
    do {
      var count = 0
      while case let readiness = try await PostgresStore.readiness(of: connectionSettings()), readiness != .ready {
        guard readiness == .moving else { throw Self.moved }
        try await pause(count)
        count += 1
      }
    } catch let error as PostgreSQLError {
      throw DatabaseRefusal(error).error
    }
  }

  private static let moved = WoofError(
    .conflict,
    "The records of this database have been moved into a data folder by woof move, and are served from there; serve that folder, "
      + "or move it into a new database.")

  /// Opens the store.
  ///
  /// - Parameter isNode: `false` for a command beside the nodes, which leaves upkeep to them.
  /// - Throws: ``WoofModel/WoofError`` in words for the operator: what is wrong with the settings, the password, the
  ///   certificate or the schema.
  func openStore(
    isNode: Bool = true, clock: any TimeSource = SystemTimeSource()
  ) async throws -> PostgresStore {
    do {
      return try await PostgresStore(
        connectionSettings(), configuration: pool, deletionGrace: deletionGrace, pollingInterval: pollingInterval,
        upkeep: isNode ? PostgresUpkeepConfiguration() : nil, finishesWork: isNode, clock: clock)
    } catch let error as PostgreSQLError {
      throw DatabaseRefusal(error).error
    }
  }
}

/// The words for an operator whose database cannot be used.
struct DatabaseRefusal {
  private let cause: PostgreSQLError

  init(_ cause: PostgreSQLError) { self.cause = cause }

  /// The error with a remedy; what the server said is in it, freed of passwords.
  var error: WoofError {
    WoofError(.unavailable, "The database cannot be used: \(cause.message). \(remedy)", cause: cause)
  }

  private var remedy: String {
    switch cause.code {
    case .newerSchema: "Update this node to the release of the others."
    case .invalidSettings: "Mend storage.postgres.connection."
    case .unreachable, .timedOut:
      "Check connection and passwordFile of storage.postgres, and that the server runs and lets this machine in."
    default: "Look into the log of the server."
    }
  }
}

/// Shows what this node does with the database.
private struct PostgresMetrics: MetricSource {
  let store: PostgresStore

  func write(to text: inout MetricsText) {
    let connections = store.connections
    text.single(
      "woof_database_connections", .gauge, "Connections to the database that are open for reading.",
      connections.connectionCount)
    text.single(
      "woof_database_calls", .gauge, "Calls that the database is working on for this node.", connections.activeCount)
    text.single(
      "woof_database_waiting_calls", .gauge, "Calls that wait for a connection to the database.",
      connections.waitingCount)
    text.single(
      "woof_database_responds", .gauge, "1 while the database responds, 0 when it has not for three seconds.",
      store.obstacle == nil ? 1 : 0)
  }
}
