// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import ProcessKit
import WoofCommandLine
import WoofModel

/// A `woof serve` on a folder of its own, which can be started, killed and started again.
final class MeasuredService {
  /// The port it listens on.
  let port: UInt16
  /// The folder that holds its data.
  let dataFolder: String
  /// The folder that goes when the service does.
  let folder: TemporaryFolder
  private let woof: String
  private let configuration: String
  private var isEncrypted = false
  private let process: WoofProcess

  /// Prepares a service without starting it.
  ///
  /// - Parameter parent: The folder for its data; by default the folder whose disk is measured.
  /// - Throws: `CommandFailure` where there is no room for it.
  init(
    _ options: BenchOptions, settings: ServiceSettings = ServiceSettings(), in parent: String? = nil
  ) throws {
    woof = options.woof
    folder = try TemporaryFolder(in: parent ?? options.folder)
    dataFolder = folder.path("data")
    configuration = folder.path("woof.json5")
    guard let port = LoopbackSocket.freePort() else { throw CommandFailure("there is no free port") }
    self.port = port
    process = WoofProcess(
      woof, ["--data", dataFolder, "--listen", "127.0.0.1:\(port)", "--config", configuration], log: folder.path("log"))
    try configure(settings)
  }

  /// Writes the configuration of the service, which takes effect when the service starts.
  ///
  /// - Throws: `CommandFailure` where the file cannot be written.
  func configure(_ settings: ServiceSettings) throws {
    try TextFile.write(settings.text, to: configuration)
    isEncrypted = settings.certificate != nil
  }

  deinit { process.stop() }

  /// Returns the URL of a path of the service.
  func url(_ path: String) -> String { "\(isEncrypted ? "https" : "http")://127.0.0.1:\(port)\(path)" }

  /// The id of the process; 0 before the first start.
  var processIdentifier: pid_t { process.identifier }

  /// Returns the resources that the process has used so far.
  ///
  /// - Throws: `CommandFailure` where it does not run.
  func usage() throws -> ProcessUsage { try ProcessUsage(of: processIdentifier) }

  /// Starts the service and returns at once.
  ///
  /// - Parameter wrapper: A program with its arguments that runs the service, such as strace.
  /// - Throws: `ProcessFailure` where it cannot be started.
  func launch(under wrapper: [String] = []) throws { try process.launch(under: wrapper) }

  /// Starts the service and waits until it answers.
  ///
  /// - Returns: The time that this took, in seconds.
  /// - Throws: `ProcessFailure` where it does not answer within ten seconds.
  @discardableResult
  func start(under wrapper: [String] = []) throws -> Double {
    let start = MonotonicClock.seconds
    try launch(under: wrapper)
    try awaitResponse()
    return MonotonicClock.seconds - start
  }

  /// Waits until the service answers.
  ///
  /// - Parameter path: The path that is requested.
  /// - Throws: `ProcessFailure` where it does not answer with 200 within ten seconds.
  func awaitResponse(path: String = "/readyz") throws {
    let end = MonotonicClock.seconds + 10
    while MonotonicClock.seconds < end {
      guard process.isRunning else { break }
      if let connection = try? HTTPConnection(port: port) {
        if isEncrypted { return }
        if let response = try? connection.send(HTTPClientRequest("GET", path)), response.status == 200 { return }
      }
      usleep(300)
    }
    throw process.failure
  }

  /// Adds accounts; the service need not run.
  ///
  /// - Throws: `CommandFailure` where one cannot be added.
  func add(_ accounts: [BenchAccount]) throws {
    if access(dataFolder, F_OK) != 0 { try run("init") }
    for account in accounts {
      let input = folder.path("password")
      try TextFile.write(account.password + "\n", to: input)
      try run("account", "add", account.name, input: input)
    }
  }

  /// Runs a command on the data folder to its end.
  private func run(_ words: String..., input: String = "/dev/null") throws {
    let errors = folder.path("errors")
    let child = try ChildProcess(woof, words + ["--data", dataFolder], input: input, errors: .file(errors))
    guard child.wait() == 0 else {
      throw CommandFailure("woof \(words.joined(separator: " ")) failed: \(try TextFile.read(errors))")
    }
  }

  /// The lines about errors in its log since it was started.
  var errors: [Substring] {
    process.errors.split(separator: "\n").filter { $0.contains("error") || $0.contains("atal") }
  }

  /// Ends the service as an operator would.
  func stop() { process.stop() }

  /// Ends the service as a crash would.
  func kill() { process.kill() }
}

extension MeasuredService {
  /// Opens a connection.
  ///
  /// - Throws: ``HTTPResponseFault`` if no process listens.
  func connect() throws -> HTTPConnection { try HTTPConnection(port: port) }

  /// Uploads a photo.
  ///
  /// - Throws: `CommandFailure` where it is not taken as a new one.
  func upload(_ bytes: [UInt8], as account: BenchAccount, over connection: HTTPConnection) throws -> PhotoMetadata {
    let response = try connection.send(
      HTTPClientRequest("POST", "/v1/photos?visibility=public", account: account, body: bytes))
    guard response.status == 201 else {
      throw CommandFailure("an upload was answered \(response.status): \(response.text)")
    }
    return try JSONDecoder().decode(PhotoMetadata.self, from: Data(response.body))
  }

  /// Signs in once with each account, so that later requests are answered from the memory of verified credentials.
  ///
  /// - Throws: `CommandFailure` where one is refused.
  func verify(_ accounts: [BenchAccount]) throws {
    let connection = try connect()
    for account in accounts {
      let response = try connection.send(HTTPClientRequest("GET", "/v1/me", account: account))
      guard response.status == 200 else {
        throw CommandFailure("\(account.name) could not sign in: \(response.status) \(response.text)")
      }
    }
  }
}

/// The settings of a service for a benchmark: the defaults, except for limits that a single client machine would reach.
struct ServiceSettings: Sendable {
  /// The number of event loops; `nil` for the default.
  var loopCount: Int?
  /// The certificate and key, if connections are encrypted; otherwise `nil`.
  var certificate: CertificateFiles?
  /// `true` if it writes a line for each request; `false` by default.
  var logsRequests = false
  /// Sections of other modules, each followed by a comma; empty by default.
  var furtherModules = ""

  /// The text of the configuration file.
  var text: String {
    let loops = loopCount.map { "loops: \($0)," } ?? ""
    let tls = certificate.map { "tls: { certificate: \"\($0.file)\", key: \"\($0.key)\" }," } ?? ""
    return """
      {
        log: { level: "\(logsRequests ? "info" : "warning")" },
        modules: {
          \(furtherModules)
          "service.http": {
            \(loops)
            \(tls)
            limits: { connections: 50000, connectionsPerAddress: 50000 },
            service: { feed: { subscribers: 50000, subscribersPerAddress: 50000 } },
          },
        },
      }
      """
  }
}
