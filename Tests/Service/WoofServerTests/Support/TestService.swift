// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofConfiguration
import WoofCore
import WoofJobs
import WoofCryptography
import WoofHTTP
import WoofModel
import WoofAPI
import WoofStorage

@testable import ObjectStoreTestKit
@testable import ServiceTestKit
@testable import TestKit
@testable import WoofServer

/// The whole service, running in this process for one test.
struct TestService: Sendable {
  let running: RunningService
  /// What does the jobs of administrators.
  let jobs: ServiceJobs
  let folder: TemporaryFolder
  /// The database, where the stores are those that nodes share.
  let database: TestDatabase?
  let port: Int
  /// The port at which the metrics are served.
  let metricsPort: Int

  /// A client of the address for figures.
  var metricsClient: Client { Client(as: nil) { [metricsPort] in try RawClient(port: metricsPort) } }

  /// The figures.
  func metrics() throws -> String { try metricsClient.get("/metrics").text }

  /// A connection whose bytes are the test's own.
  func connect() throws -> RawClient { try RawClient(port: port) }

  /// A client, signed in or not.
  func client(_ credential: Credential? = nil) -> Client {
    Client(as: credential) { [port] in try RawClient(port: port) }
  }

  /// Adds an account, whose password costs next to nothing to be checked.
  func addAccount(
    _ name: String, password: String? = nil, isAdministrator: Bool = false
  ) async throws -> Credential {
    guard let accountName = AccountName(name) else { throw TestFailure("\(name) is no name") }
    let hash = try password.map { try PasswordHash(hashing: $0, cost: Credential.cheapCost) } ?? Credential.standardHash
    _ = try await running.credentials.addAccount(
      accountName, passwordHash: hash, isAdministrator: isAdministrator, at: SystemTimeSource().now())
    return Credential(name, password ?? Credential.standardPassword)
  }

  /// A client of a new account.
  func member(_ name: String, isAdministrator: Bool = false) async throws -> Client {
    client(try await addAccount(name, isAdministrator: isAdministrator))
  }

  /// The lines of the log so far; what is being written may be missing.
  func log() throws -> String { try String(contentsOfFile: folder.path("log")) }

  /// The files that are on their way in.
  var spooledFiles: [String] { folder.files(below: database == nil ? "data/spool" : "data/blobs/spool") }

  /// The files that hold photos, or the objects that do.
  var blobs: [String] {
    database.map { $0.store.keys.filter { $0.hasPrefix("blobs/") } } ?? folder.files(below: "data/blobs")
  }

  /// The files of the data folder that this process has open, but for the database and the lock.
  var openFiles: [String] {
    DescriptorCount.paths().filter {
      $0.hasPrefix(folder.path("data/")) && !$0.contains("woof.db") && !$0.hasSuffix("/lock")
    }
  }

  /// How many connections the service has.
  var connectionCount: Int { running.server.statistics.openCount }
}

/// Runs the whole service for the time of `body`, on threads that may block.
///
/// - Parameters:
///   - http: Keys of the configuration of `service.http`, in JSON5.
///   - signIn: Keys of its section `signIn`.
///   - photos: Keys of its section `photos`.
///   - defaultVisibility: Who may read a photo whose upload does not say: everybody, so that tests about something else
///     need not say it; `nil` for what a service without configuration does.
///   - deletionGrace: For how long what is deleted can be restored; not at all by default, so that tests see it go.
///   - port: Where it listens; a free port by default.
///   - folder: Where the data is, in `data`; by default a new folder.
///   - files: What the embedded storage takes for the system's files.
///   - database: What lies between its database and those files.
///   - pictures: What decodes pictures; nothing by default.
///   - rebuilt: What takes its place when the configuration is read again.
///   - hasAdministrators: Whether accounts that are administrators may administer it.
///   - time: The clock of the service; the system's by default.
///   - reserve: How much of the disk it keeps for administration and deletion; nothing by default.
///   - node: The node that the service is of a database that several share; by default, a test over shared stores has a
///     database of its own.
///   - others: More modules, before those that serve.
func withService<Result: Sendable>(
  http: String = "", signIn: String = "", photos: String = "", defaultVisibility: Visibility? = .public,
  deletionGrace: String = "0s", port: Int = 0, in folder: TemporaryFolder? = nil,
  files: (any FileSystem)? = nil, database: DatabaseFaults? = nil, pictures: (any PictureTransforming)? = nil,
  rebuilt: PictureTransformerBuilder? = nil, hasAdministrators: Bool = false, time: any TimeSource = SystemTimeSource(),
  reserve: String = "0B", node: TestNode? = nil, others: [any WoofModule] = [],
  _ body: @escaping @Sendable (TestService) async throws -> Result
) async throws -> Result {
  let folder = try node?.database.folder ?? folder ?? TemporaryFolder()
  let own = node == nil && StoreWorld.current == .shared ? TestNode(of: try await TestDatabase(in: folder)) : nil
  let node = node ?? own
  let visibility = defaultVisibility.map { "defaultVisibility: '\($0)', " } ?? ""
  let sections = "signIn: {scryptLogN: 14, \(signIn)}, photos: {\(visibility)\(photos)}"
  let stores =
    try node?.modules(deletionGrace: deletionGrace)
    ?? [testStorage(in: folder, files, database, deletionGrace, reserve: reserve)]
  var modules = try stores + testModules(http: "\(http)\(http.isEmpty ? "" : ",") \(sections)", port: port)
  modules.insert(PicturesModule(transformer: pictures, builder: rebuilt), at: modules.count - 1)
  modules.insert(contentsOf: others, at: modules.count - 1)
  let descriptor = open(folder.path("log"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  let log = LogSink(descriptor: descriptor, format: .json, level: .debug, requestDelay: .zero)
  defer {
    log.close()
    close(descriptor)
  }
  let administration = try EffectiveConfiguration(text: "{socket: false, tcp: \(hasAdministrators)}") {
    AdministrationSettings(from: &$0)
  }
  let setup = AdministrationSetup(settings: administration.root)
  var environment = ServiceEnvironment()
  environment.passwordCost = Credential.cheapCost
  environment.time = time
  let surroundings: [any WoofModule] = [
    LogModule(sink: log), EnvironmentModule(environment), AdministrationModule(setup),
  ]
  return try await ModuleRunner(surroundings + modules).run { scope in
    let running = try scope.one(at: .service)
    guard case .tcp(_, let port, _)? = running.server.boundAddresses.first,
      case .tcp(_, let metricsPort, _)? = running.metrics?.boundAddresses.first
    else { throw TestFailure("no address") }
    let jobs = ServiceJobs(
      library: running.library, pictures: running.pictures, upkeep: scope.all(at: .upkeep).first,
      workers: running.workers)
    return try await blocking {
      try await body(
        TestService(
          running: running, jobs: jobs, folder: folder, database: node?.database, port: port, metricsPort: metricsPort))
    }
  }
}

/// The modules that stand on the stores.
private func testModules(http: String, port: Int) throws -> [any WoofModule] {
  // Tests give a transformer of pictures of their own, or none.
  let plugins = #""transformer.plugins": {enabled: false}"#
  let hosts = http.contains("hosts:") ? "" : #"hosts: ["x", "woof.test"], "#
  let text = #"{modules: {\#(plugins), "service.http": {loops: 2, drainDeadline: "1s", \#(hosts)\#(http)}}}"#
  let listen = ConfigurationOverride(
    option: "test", path: ["modules", "service.http", "listen"], texts: ["127.0.0.1:\(port)"])
  let metrics = ConfigurationOverride(
    option: "test", path: ["modules", "service.http", "metrics", "listen"], texts: ["127.0.0.1:0"])
  return Array(try WoofServer.configuration(text: text, overrides: [listen, metrics]).root.modules.dropFirst())
}

private func testStorage(
  in folder: TemporaryFolder, _ files: (any FileSystem)?, _ database: DatabaseFaults?, _ deletionGrace: String,
  reserve: String
) throws -> any WoofModule {
  // The scrub would find what a test damages before the test asks for it.
  let settings = #"readers: 2, scrubRate: "0B", deletionGrace: "\#(deletionGrace)", reserve: "\#(reserve)""#
  let storage = try EffectiveConfiguration(text: #"{folder: "\#(folder.path("data"))", \#(settings)}"#) {
    EmbeddedStorageSettings(from: &$0)
  }
  return EmbeddedStorageModule(
    settings: storage.root, files: files ?? SystemFileSystem(), databaseFileSystem: database?.name)
}
