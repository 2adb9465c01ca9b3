import Foundation
import URLLoading
public import WoofClient
import WoofModel

/// The admin API of a running service, over its socket.
///
/// Whatever is asked throws `WoofError` where the service refuses it, ``AdminConnectionError`` where it cannot be reached,
/// and `CancellationError` when the task is cancelled. A service that was started anew is reached by the next request.
public struct AdminClient: APIService {
  /// How long a request may go without a byte in either direction, in seconds: some routes work before they answer.
  private static let longestSilence: TimeInterval = 600
  private static let base = URL(string: "http://localhost") ?? URL(fileURLWithPath: "/")

  /// Where the service is reached.
  public let socket: AdminSocket
  private let path: SocketPath
  private let session: URLSession
  private let client: WoofClient

  /// Makes a client; nothing is sent yet.
  public init(_ socket: AdminSocket) {
    self.socket = socket
    path = SocketPath(socket)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.unixSocketPath = path.text
    configuration.timeoutIntervalForRequest = Self.longestSilence
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    session = URLSession(configuration: configuration)
    client = WoofClient(baseURL: Self.base, session: session, retryPolicy: .never)
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
    var request = URLRequest(url: try ServiceAddress(Self.base).url(route, query))
    request.setValue("application/x-ndjson, application/problem+json", forHTTPHeaderField: "Accept")
    do {
      let (bytes, response) = try await session.bytes(for: request)
      guard let head = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      guard head.statusCode == 200 else { throw try await Self.problem(head, bytes) }
      return AdminLines(lines: bytes.lines.makeAsyncIterator(), client: self)
    } catch {
      throw meaning(of: error)
    }
  }

  /// What an error is to whoever asked.
  func meaning(of error: any Error) -> any Error {
    switch error {
    case let error as WoofError where error.code == .serviceUnreachable:
      return socket.diagnosis() ?? AdminConnectionError(.gone, socket)
    case let error as WoofError where error.code == .connectionLost: return AdminConnectionError(.gone, socket)
    case let error as URLError where error.code == .cancelled: return CancellationError()
    case is URLError: return socket.diagnosis() ?? AdminConnectionError(.gone, socket)
    default: return error
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
