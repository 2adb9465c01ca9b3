// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization
internal import URLLoading

/// A client of one bucket of an object store that speaks Amazon's S3.
///
/// Requests are signed, repeated where that is safe and the budget allows it, and measured. All calls may be made by
/// many tasks at a time. Every call throws ``S3Error`` where the store does not do what it is asked, and `CancellationError`
/// when its task is cancelled.
package final class S3Client: Sendable {
  private struct State {
    var signer: SigV4Signer
    var retryBudget = S3RetryBudget()
    var hedgeBudget: S3HedgeBudget?
    /// The seconds by which the service's clock is ahead of this machine's, where that mattered.
    var clockOffset: Int64 = 0
    var statistics = S3Statistics()
  }

  /// The settings.
  package let configuration: S3Configuration
  let clock: any S3Clock
  private let credentials: S3Credentials
  private let transport: S3Transport
  private let state: Mutex<State>

  /// Makes a client. It connects when something is asked for.
  package init(
    _ configuration: S3Configuration, credentials: S3Credentials, clock: any S3Clock = SystemS3Clock()
  ) {
    self.configuration = configuration
    self.credentials = credentials
    self.clock = clock
    transport = S3Transport(configuration)
    state = Mutex(
      State(
        signer: SigV4Signer(credentials, region: configuration.region),
        hedgeBudget: configuration.hedging.map { S3HedgeBudget($0) }))
  }

  /// The numbers of what has been sent so far.
  package var statistics: S3Statistics { state.withLock { $0.statistics } }

  /// The time at the service, in seconds since 1970, as far as it is known.
  package var serviceTime: Int64 { clock.secondsSince1970 + state.withLock { $0.clockOffset } }

  // MARK: Repeating

  /// Sends a request until it succeeds, or until that is not to be expected.
  ///
  /// - Parameter body: Makes the result of the response. What it throws as an ``S3Error`` counts as a failure of the request.
  func perform<Result: Sendable>(
    _ request: S3Request, _ body: (S3Response, S3ResponseHead) async throws -> Result
  ) async throws -> Result {
    var attempts = Attempts()
    while true {
      do {
        let (response, head) = try await open(request)
        let result = try await body(response, head)
        succeed()
        return result
      } catch {
        try await prepareNext(after: error, of: request, &attempts)
      }
    }
  }

  /// Notes that a request has succeeded.
  func succeed() { state.withLock { $0.retryBudget.succeed() } }

  /// The requests for one thing so far.
  struct Attempts {
    var count = 1
    var hasSetClock = false
  }

  /// Waits for the time to repeat a request.
  ///
  /// - Throws: The error, where the request is not repeated.
  func prepareNext(after error: any Error, of request: S3Request, _ attempts: inout Attempts) async throws {
    let failure = try s3Error(error, of: request)
    let decision = state.withLock { state in
      var random = SystemRandomNumberGenerator()
      let decision = configuration.retries.decision(
        after: failure, attempt: attempts.count, hasSetClock: attempts.hasSetClock, clockOffset: state.clockOffset,
        budget: &state.retryBudget, random: &random)
      if decision == .giveUp { state.statistics.failures += 1 } else { state.statistics.retries += 1 }
      if case .retryWithClock(let seconds) = decision { state.clockOffset = seconds }
      return decision
    }
    switch decision {
    case .giveUp: throw failure
    case .retryWithClock: attempts.hasSetClock = true
    case .retry(let pause):
      attempts.count += 1
      try await clock.sleep(for: pause)
    }
  }

  // MARK: Sending

  /// Sends a request once, and returns when there is a response that does not refuse it.
  func open(_ request: S3Request) async throws -> (S3Response, S3ResponseHead) {
    try Task.checkCancellation()
    let response = try send(request)
    let head = try await response.head
    guard head.isSuccess else { throw await refusal(of: request, response, head) }
    return (response, head)
  }

  /// Sends a read once, and a second time where it takes longer than most.
  func openHedged(_ request: S3Request) async throws -> (S3Response, S3ResponseHead) {
    let delay = state.withLock { $0.hedgeBudget?.begin() }
    let start = clock.monotonic
    let result: (S3Response, S3ResponseHead)
    if let delay {
      let win = try await HedgedRace.run(after: { [clock] in try await clock.sleep(for: delay) }) {
        state.withLock { state in
          guard state.hedgeBudget?.take() == true else { return false }
          state.statistics.hedges += 1
          return true
        }
      } isFinal: { error in
        (error as? S3Error).map { !$0.isRetryable } ?? false
      } _: { [self] in
        try await open(request)
      }
      if win.isSecond { state.withLock { $0.statistics.wonHedges += 1 } }
      result = win.answer
    } else {
      result = try await open(request)
    }
    let time = clock.monotonic - start
    state.withLock { $0.hedgeBudget?.observe(time) }
    return result
  }

  private func send(_ request: S3Request) throws -> S3Response {
    let signed = signable(request)
    let added = state.withLock { state in
      state.statistics.requests[request.operation, default: 0] += 1
      return state.signer.fields(
        for: signed, at: SigV4Time(secondsSince1970: clock.secondsSince1970 + state.clockOffset))
    }
    // The session makes `Host` of the URL.
    let fields = signed.fields.dropFirst() + added
    return try transport.send(
      signed.method, path: signed.path, query: signed.canonicalQuery, fields: Array(fields), request.body,
      timeout: request.timeout)
  }

  private func signable(_ request: S3Request) -> SigV4Request {
    let endpoint = configuration.endpoint
    let fields =
      [(name: "Host", value: endpoint.authority(of: configuration.bucket))]
      + request.fields + [(name: "X-Amz-Content-Sha256", value: request.contentDigest)]
    return SigV4Request(
      method: request.operation.method, path: endpoint.path(of: configuration.bucket, request.key),
      query: request.query, fields: fields, contentDigest: request.contentDigest)
  }

  // MARK: URLs

  /// A URL by which anybody may read an object for a time, without keys. It is as secret as a key for as long.
  ///
  /// - Parameters:
  ///   - seconds: The time for which it is valid; at most seven days.
  ///   - contentType: The media type that the service is to send; `nil` for the one that was put.
  package func presignedURL(of key: S3ObjectKey, validFor seconds: Int, contentType: String? = nil) -> String {
    let endpoint = configuration.endpoint
    let authority = endpoint.authority(of: configuration.bucket)
    let request = SigV4Request(
      method: "GET", path: endpoint.path(of: configuration.bucket, key),
      query: contentType.map { [("response-content-type", $0)] } ?? [], fields: [("Host", authority)],
      contentDigest: SigV4Request.unsignedContent)
    let query = state.withLock { state in
      state.signer.query(
        for: request, at: SigV4Time(secondsSince1970: clock.secondsSince1970 + state.clockOffset), validFor: seconds)
    }
    return "\(endpoint.scheme)://\(authority)\(request.path)?\(query)"
  }
}

extension S3Client {
  private static let errorLimit = 256 << 10

  /// An error of a request of this client.
  func failure(_ reason: S3Error.Reason, of request: S3Request, cause: (any Error)? = nil) -> S3Error {
    S3Error(
      reason, request.operation, bucket: configuration.bucket.description, key: request.key?.description, cause: cause)
  }

  /// The error of a response that refuses a request.
  func refusal(of request: S3Request, _ response: S3Response, _ head: S3ResponseHead) async -> S3Error {
    let content = try? await response.content(upTo: Self.errorLimit)
    return refusal(of: request, head, content.flatMap { S3ErrorDocument($0) })
  }

  /// The error that a head and a document tell of.
  func refusal(of request: S3Request, _ head: S3ResponseHead, _ document: S3ErrorDocument?) -> S3Error {
    let now = clock.secondsSince1970
    let refusal = S3Refusal(
      operation: request.operation, bucket: configuration.bucket.description, key: request.key?.description,
      head: head, document: document, skew: head.date(relativeTo: now).map { $0 - now },
      clockOffset: serviceTime - now)
    return refusal.error(redact: credentials.redacting)
  }

  /// The error in this module's terms; what is none of the store's is thrown.
  private func s3Error(_ error: any Error, of request: S3Request) throws -> S3Error {
    if let error = error as? S3Error { return error }
    guard let cause = error as? URLError else { throw error }
    if cause.code == .cancelled { throw CancellationError() }
    return failure(S3Error.Reason(cause.code), of: request, cause: cause)
  }
}

extension S3Error.Reason {
  fileprivate init(_ code: URLError.Code) {
    switch code {
    case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet: self = .unreachable
    case .timedOut: self = .timedOut
    case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
      .serverCertificateNotYetValid, .secureConnectionFailed, .clientCertificateRejected, .clientCertificateRequired:
      self = .untrusted
    case .networkConnectionLost: self = .interrupted
    case .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile, .cannotOpenFile: self = .sourceUnreadable
    default: self = .unreadable
    }
  }
}

/// A request before it is signed: it is signed anew for each time that it is sent.
struct S3Request: Sendable {
  var operation: S3Operation
  var key: S3ObjectKey?
  var query: [(name: String, value: String)] = []
  var fields: [(name: String, value: String)] = []
  var body = S3Body.none
  /// The SHA-256 of the content, in hexadecimal digits.
  var contentDigest = SigV4Request.emptyContent
  /// The time without a byte after which it is given up, in seconds; `nil` for that of all requests.
  var timeout: Double?
}

/// The numbers of what a client has sent.
package struct S3Statistics: Hashable, Sendable {
  /// The requests by their operations, with those that were repeated.
  package var requests: [S3Operation: Int] = [:]
  /// The requests that were sent again after an error.
  package var retries = 0
  /// The errors that were the result.
  package var failures = 0
  /// The reads that were sent a second time because the first took long.
  package var hedges = 0
  /// The second reads that were answered first.
  package var wonHedges = 0
}
