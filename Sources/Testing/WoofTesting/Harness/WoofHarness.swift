// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Synchronization
public import URLLoading
public import WoofClient
internal import WoofConfiguration
internal import WoofCore
internal import WoofCryptography
internal import WoofHTTP
internal import WoofServer
internal import WoofAPI

/// A real Woof service in this process, for a test: on a port of its own, with data of its own, and with everything that
/// goes right or wrong in the test's hands.
///
/// ```swift
/// let woof = try await WoofHarness.start {
///   $0.photos(3, by: "ada", favouritesOf: ["ben"])
/// }
/// let photos = try await woof.client(as: "ben").photos().collect()
/// await woof.stop()
/// ```
///
/// Clients talk to a front that passes bytes on to the service, notes them in the ``journal`` and lets ``faults`` happen.
/// May be used from any thread, and any number side by side. One that is not stopped is stopped when nothing refers to it
/// any more, or when the process exits, and says so on standard error.
public final class WoofHarness: Sendable {
  /// The URL at which clients find the service.
  public let url: URL
  /// The time of the service.
  public let clock: HarnessClock
  /// The requests that arrived, with their responses.
  public let journal: Journal
  /// The faults, which a test switches on and off.
  public let faults: FaultBook

  let parts: HarnessParts

  init(_ parts: HarnessParts, url: URL) {
    self.parts = parts
    self.url = url
    clock = parts.clock
    journal = parts.front.journal
    faults = parts.front.faults
  }

  deinit {
    guard !parts.isStopping else { return }
    LeftoverFolders.complain("a WoofHarness at \(url) was never stopped; call stop() on it. It is stopped now.")
    let parts = parts
    Task.detached { await parts.stop() }
  }

  /// Starts a service, and fills it.
  ///
  /// - Parameter configure: Says what it is to be like.
  /// - Throws: ``HarnessError``; `HTTPServerError` of code `address-in-use` where something listens on the port already;
  ///   `ConfigurationError` where the service's settings are wrong; and what `configure` throws.
  public static func start(
    _ configure: (inout HarnessConfiguration) throws -> Void = { _ in }
  ) async throws -> WoofHarness {
    var configuration = HarnessConfiguration()
    try configure(&configuration)
    return try await start(configuration)
  }

  /// Starts a service, and fills it.
  ///
  /// - Throws: As ``start(_:)-(HarnessConfiguration)``.
  public static func start(_ configuration: HarnessConfiguration) async throws -> WoofHarness {
    let parts = try await HarnessParts(configuration)
    do {
      try await parts.startService()
      if let url = URL(string: parts.listener.address.description) {
        let harness = WoofHarness(parts, url: url)
        try await harness.fill(with: configuration.contents)
        return harness
      }
      throw HarnessError(.invalid, "\(parts.listener.address) is no URL.")
    } catch {
      await parts.stop()
      throw error
    }
  }

  /// Stops the service and removes its data, unless that is to be kept. A second call does nothing.
  public func stop() async { await parts.stop() }

  /// The folder of the service's data and its log.
  public var folder: String { parts.folder.path }

  /// The service's data folder, which is in ``folder``: what `--data` of a command is given.
  public var dataFolder: String { parts.folder.data }

  /// Lets the folder stay when the harness is stopped, for whoever wants to look at it after a test that failed, and
  /// prints where it is.
  public func keepFolder() {
    guard !parts.folder.stays else { return }
    parts.folder.keep()
    LeftoverFolders.complain("the data of the WoofHarness at \(url) stays in \(folder)")
  }

  /// The certificate of the authority that vouches for the harness, in PEM form; `nil` over plain HTTP.
  public var certificateAuthorityFile: URL? {
    parts.certificates.map { URL(fileURLWithPath: $0.authorityFile) }
  }

  /// The lines of the service's log so far; what is being written may be missing.
  public var log: String { (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? "" }

  // MARK: Clients

  /// A client of the service.
  ///
  /// - Parameters:
  ///   - name: The account that signs in when the service asks; nobody by default.
  ///   - password: Its password.
  ///   - retryPolicy: The limits of the client's further attempts; its pauses take no time.
  public func client(
    as name: String? = nil, password: String = HarnessContents.password, retryPolicy: RetryPolicy = RetryPolicy()
  ) -> WoofClient {
    let asking = name.map { KnownCredential(Credential(name: $0, password: password)) }
    return WoofClient(
      baseURL: url, session: session(), signIn: SignIn(controller: asking, attemptLimit: 1), retryPolicy: retryPolicy,
      environment: ClientEnvironment(clock: ImmediateClock()))
  }

  /// A session without cache, proxies and cookies of others, which trusts the harness's authority.
  public func session() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.connectionProxyDictionary = [:]
    #if os(Linux)
    if let certificateAuthorityFile { configuration.certificateAuthorityFile = certificateAuthorityFile }
    #endif
    return URLSession(configuration: configuration)
  }
}

/// Gives the same credential at every prompt.
private struct KnownCredential: SignInController {
  let credential: Credential

  init(_ credential: Credential) { self.credential = credential }

  func promptForCredential(_ prompt: SignInPrompt) async throws -> Credential { credential }
}
