public import Foundation
import URLLoading
public import WoofClient
import WoofModel

/// The admin API of a running service, over its socket, or over TCP where the service opens it there.
///
/// Whatever is asked throws `WoofError` where the service refuses it, ``AdminConnectionError`` where it cannot be reached,
/// and `CancellationError` when the task is cancelled. A service that was started anew is reached by the next request.
public struct AdminClient: APIService {
  /// How long a request may go without a byte in either direction, in seconds: some routes work before they answer.
  private static let longestSilence: TimeInterval = 600
  private static let base = URL(string: "http://localhost") ?? URL(fileURLWithPath: "/")

  /// Where the service is reached.
  public let target: AdminTarget
  private let base: URL
  /// Holds the folder open that the socket is reached through.
  private let path: SocketPath?
  private let session: URLSession
  private let signIn: SignIn
  private let client: WoofClient

  /// Makes a client; nothing is sent yet.
  public init(_ socket: AdminSocket) {
    let path = SocketPath(socket)
    let configuration = Self.configuration()
    configuration.unixSocketPath = path.text
    self.init(.socket(socket), at: Self.base, URLSession(configuration: configuration), .anonymous, path)
  }

  /// Makes a client of a service on whatever machine; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - address: The address of the service. Passwords go over TLS, and without it to this machine only.
  ///   - authority: A file with certificates to trust, PEM; by default those of the system.
  ///   - signIn: How the administrator signs in.
  public init(_ address: URL, trusting authority: URL? = nil, signIn: SignIn) {
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

  /// Sends a request, and gives what its answer means.
  public func response<Request: APIRequest>(to request: Request) async throws -> Request.Response {
    do {
      return try await client.response(to: request)
    } catch let error as WoofError {
      throw meaning(of: error)
    }
  }

  /// The lines of an answer that comes line by line, as they come; empty ones are left out.
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
      throw authentication.failure ?? meaning(of: error)
    }
  }

  /// What an error is to whoever asked.
  func meaning(of error: any Error) -> any Error {
    if let error = error as? URLError, error.code == .cancelled { return CancellationError() }
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

  /// Looks whether the service answers administrators, and signs in where it wants to know who asks.
  ///
  /// - Throws: As any request; ``AdminConnectionError`` where there is a service that does not open the admin API.
  public func connect() async throws {
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

/// Lines of an answer, as they come.
struct AdminLines {
  fileprivate var lines: AsyncLineSequence<URLSession.AsyncBytes>.AsyncIterator
  fileprivate let client: AdminClient

  fileprivate init(lines: AsyncLineSequence<URLSession.AsyncBytes>.AsyncIterator, client: AdminClient) {
    self.lines = lines
    self.client = client
  }

  /// The next value; `nil` at the end.
  ///
  /// - Throws: As the client; `WoofError` where a line is not such a value.
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
public enum AdminTarget: Hashable, Sendable {
  /// By the socket in its data folder, on this machine.
  case socket(AdminSocket)
  /// At an address where the configuration of the service opens the admin API.
  case remote(URL)

  /// The target as one line, such as `Service: https://photos.example`, without a line break.
  var description: String {
    switch self {
    case .socket(let socket): "Data folder: \(socket.absoluteFolder)"
    case .remote(let url): "Service: \(url.absoluteString)"
    }
  }
}
