// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import URLLoading
import WoofImages

/// A Woof service, as apps use it.
///
/// One client for a service is enough; it may be used from everywhere at once. Whatever is asked of it throws
/// ``WoofError``, whose message says what to do, or `CancellationError` when the task that asks is cancelled. What may be
/// sent twice is sent again when it failed for a reason that may go away (``RetryPolicy``).
public final class WoofClient: APIService {
  /// The address of the service, below which its routes are.
  public let baseURL: URL
  /// The session that loads every request of the client.
  public let session: URLSession
  /// The policy for sending failed requests again.
  public let retryPolicy: RetryPolicy
  /// The transformers that check every fetched photo before the app gets it, in this order.
  public let transformers: [any PhotoTransforming]

  let environment: ClientEnvironment
  let desk: SignInDesk
  let loader: ServiceLoader
  let retrier: Retrier
  /// The function that writes the bytes of downloads to their files, as the system's `write` does.
  let fileWriting: PartialFile.Writing

  /// Makes a client. Nothing is sent yet.
  ///
  /// - Parameters:
  ///   - baseURL: The address of the service, as `https://photos.example.org`. One that no service can have fails with
  ///     ``WoofError/Code/invalidAddress`` when something is asked.
  ///   - session: The session that loads; a session of the client's own by default, with the default configuration.
  ///   - signIn: The source of a name and a password; nobody is asked by default.
  ///   - retryPolicy: The limits and pauses of further attempts.
  ///   - transformers: The transformers that every fetched photo passes before the app sees it; by default those that
  ///     the service runs before it takes a photo in.
  ///   - environment: The clock and the randomness of pauses.
  public convenience init(
    baseURL: URL, session: URLSession = URLSession(configuration: .default), signIn: SignIn = .anonymous,
    retryPolicy: RetryPolicy = RetryPolicy(), transformers: [any PhotoTransforming]? = nil,
    environment: ClientEnvironment = ClientEnvironment()
  ) {
    self.init(
      baseURL: baseURL, session: session, signIn: signIn, retryPolicy: retryPolicy,
      transformers: transformers ?? ImageTransformers.standard(), environment: environment,
      fileWriting: PartialFile.system)
  }

  init(
    baseURL: URL, session: URLSession, signIn: SignIn, retryPolicy: RetryPolicy, transformers: [any PhotoTransforming],
    environment: ClientEnvironment, fileWriting: @escaping PartialFile.Writing
  ) {
    self.fileWriting = fileWriting
    self.baseURL = baseURL
    self.session = session
    self.retryPolicy = retryPolicy
    self.transformers = transformers
    self.environment = environment
    let address = ServiceAddress(baseURL)
    desk = SignInDesk(signIn, service: address.origin)
    loader = ServiceLoader(address: address, session: session, desk: desk)
    retrier = Retrier(policy: retryPolicy, environment: environment)
  }

  /// A client that uses the same session and the same credential.
  private init(_ client: WoofClient, retryPolicy: RetryPolicy, account: String?) {
    (baseURL, session, transformers) = (client.baseURL, client.session, client.transformers)
    (environment, desk, fileWriting) = (client.environment, client.desk, client.fileWriting)
    self.retryPolicy = retryPolicy
    var loader = client.loader
    loader.account = account
    self.loader = loader
    retrier = Retrier(policy: retryPolicy, environment: environment)
  }

  /// The same client for one account: what would be sent as another one fails with ``WoofError/Code/otherAccount``.
  ///
  /// - Parameter account: The name of the account; `nil` for whoever signs in.
  package func sending(as account: String?) -> WoofClient {
    WoofClient(self, retryPolicy: retryPolicy, account: account)
  }

  /// The same client for one account, which sends everything once.
  ///
  /// - Parameter account: The name of the account; `nil` for whoever signs in.
  package func sendingOnce(as account: String?) -> WoofClient {
    WoofClient(self, retryPolicy: .never, account: account)
  }

  /// Scheme, host and port of the service.
  package var origin: String { loader.address.origin.url.absoluteString }

  /// The name with which somebody is signed in; `nil` where that is not known yet.
  package func signedInName() async -> String? { await desk.known()?.name }

  /// Sends a request, again where that may help, and reads its response.
  ///
  /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
  public func response<Request: APIRequest>(to request: Request) async throws -> Request.Response {
    try await response(to: request, sent: nil)
  }
}

extension WoofClient: UploadService {
  package func response<Request: APIRequest>(
    to request: Request, sent: (@Sendable (Int64) -> Void)?
  ) async throws -> Request.Response {
    try await retrier.run(isIdempotent: request.isIdempotent) { try await loader.response(to: request, sent: sent) }
  }
}
