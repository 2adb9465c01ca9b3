// SPDX-License-Identifier: Apache-2.0

package import Foundation
import URLLoading
package import WoofClient
import WoofCommandLine
import WoofModel

/// The client of a running service's admin API, over its socket, or over TCP if the service opens the API there.
///
/// Every request throws `WoofError` if the service refuses it, ``AdminConnectionError`` if the service cannot be
/// reached, and `CancellationError` if the task is cancelled. After a restart of the service, the next request reaches
/// it again.
package struct AdminClient: APIService {
  /// The time in seconds that a request may go without a byte in either direction; 600, as some routes work before they
  /// answer.
  private static let longestSilence: TimeInterval = 600
  private static let base = URL(string: "http://localhost") ?? URL(fileURLWithPath: "/")

  /// The service, by its socket on this machine or by its address elsewhere.
  package let target: AdminTarget
  private let base: URL
  /// The path to the socket, which keeps the folder open; `nil` for a service elsewhere.
  private let path: SocketPath?
  private let session: URLSession
  private let signIn: SignIn
  private let client: WoofClient

  /// Makes a client; nothing is sent yet.
  package init(_ socket: AdminSocket) {
    let path = SocketPath(socket)
    let configuration = Self.configuration()
    configuration.unixSocketPath = path.text
    self.init(.socket(socket), at: Self.base, URLSession(configuration: configuration), .anonymous, path)
  }

  /// Makes a client of a service on any machine; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - address: The address of the service. Passwords go over TLS, and without it to this machine only.
  ///   - authority: A file with certificates to trust, PEM; by default those of the system.
  ///   - signIn: The credentials with which the administrator signs in.
  package init(_ address: URL, trusting authority: URL? = nil, signIn: SignIn) {
    let configuration = Self.configuration()
    if let authority { configuration.certificateAuthorityFile = authority }
    self.init(.remote(address), at: address, URLSession(configuration: configuration), signIn, nil)
  }

  private init(_ target: AdminTarget, at base: URL, _ session: URLSession, _ signIn: SignIn, _ path: SocketPath?) {
    self.target = target
    self.base = base
    self.path = path
    self.session = session
    self.signIn = signIn
    client = WoofClient(baseURL: base, session: session, signIn: signIn, retryPolicy: .never)
  }

  private static func configuration() -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = longestSilence
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    return configuration
  }

  /// Sends a request, and returns its decoded response.
  package func response<Request: APIRequest>(to request: Request) async throws -> Request.Response {
    do {
      return try await client.response(to: request)
    } catch let error as WoofError {
      throw meaning(of: error)
    }
  }

  /// Returns the lines of a response that comes line by line, as they come; empty ones are left out.
  func lines(of route: String, _ query: [URLQueryItem] = []) async throws -> AdminLines {
    var request = URLRequest(url: try ServiceAddress(base).url(route, query))
    request.setValue("application/x-ndjson, application/problem+json", forHTTPHeaderField: "Accept")
    let authentication = AuthenticationDelegate(for: base, signIn: signIn)
    do {
      let (bytes, response) = try await session.bytes(for: request, delegate: authentication)
      guard let head = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      guard head.statusCode == 200 else { throw try await Self.problem(head, bytes) }
      return AdminLines(lines: bytes.lines.makeAsyncIterator(), client: self)
    } catch {
      throw meaning(of: authentication.failure ?? error)
    }
  }

  /// Returns the error that the caller gets in place of another: one that names the socket or the address, if the
  /// service cannot be reached.
  func meaning(of error: any Error) -> any Error {
    if let error = error as? URLError, error.code == .cancelled { return CancellationError() }
    // Whoever was to be asked knows better why there is no credential.
    if let reason = (error as? WoofError)?.cause as? CommandFailure { return reason }
    switch (target, error) {
    case (.socket(let socket), let error as WoofError) where error.code == .serviceUnreachable:
      return socket.diagnosis() ?? AdminConnectionError(.gone, socket)
    case (.socket(let socket), let error as WoofError) where error.code == .connectionLost:
      return AdminConnectionError(.gone, socket)
    case (.socket(let socket), is URLError): return socket.diagnosis() ?? AdminConnectionError(.gone, socket)
    case (.remote(let url), let error as URLError): return AdminConnectionError(.lost, url, error.localizedDescription)
    default: return error
    }
  }

  /// Checks that the service answers administrators, and signs in if it requires that.
  ///
  /// - Throws: The errors of any request; ``AdminConnectionError`` if the service does not open the admin API.
  package func connect() async throws {
    do {
      _ = try await response(to: AdminAPI.status)
    } catch let error as WoofError where error.code == .notFound {
      guard case .remote(let url) = target else { throw error }
      throw AdminConnectionError(.notOpen, url)
    }
  }

  private static func problem(_ head: HTTPURLResponse, _ bytes: URLSession.AsyncBytes) async throws -> WoofError {
    var data = Data()
    for try await byte in bytes.prefix(1 << 16) { data.append(byte) }
    let problem = try? JSONDecoder().decode(JSONValue.self, from: data)
    return problem.flatMap { WoofError(problem: $0, status: head.statusCode) }
      ?? WoofError(.invalidServerResponse, "The service answered with \(head.statusCode) and no problem document.")
  }
}

/// The lines of a response, as they come.
struct AdminLines {
  fileprivate var lines: AsyncLineSequence<URLSession.AsyncBytes>.AsyncIterator
  fileprivate let client: AdminClient

  fileprivate init(lines: AsyncLineSequence<URLSession.AsyncBytes>.AsyncIterator, client: AdminClient) {
    self.lines = lines
    self.client = client
  }

  /// The next value; `nil` at the end.
  ///
  /// - Throws: The errors of the client; `WoofError` if a line is not such a value.
  mutating func next<Value: Decodable>(_ type: Value.Type = Value.self) async throws -> Value? {
    do {
      while let line = try await lines.next() {
        if line.isEmpty { continue }
        return try JSONDecoder().decode(type, from: Data(line.utf8))
      }
      return nil
    } catch let error as DecodingError {
      throw WoofError(
        .invalidServerResponse, "The service sent a line that is none of its own: use the shell of its version.",
        cause: error)
    } catch {
      throw client.meaning(of: error)
    }
  }
}

/// The service that is administered, by the way that leads to it.
package enum AdminTarget: Hashable, Sendable {
  /// A service on this machine, by the socket in its data folder.
  case socket(AdminSocket)
  /// A service at an address where its configuration opens the admin API.
  case remote(URL)

  /// The target as one line, such as `Service: https://photos.example`, without a line break.
  var description: String {
    switch self {
    case .socket(let socket): "Data folder: \(socket.absoluteFolder)"
    case .remote(let url): "Service: \(url.absoluteString)"
    }
  }
}
