import Combine
import Foundation
import URLLoading

/// A request that knows what its answer is.
public protocol DogRequest: Sendable {
  associatedtype Response: Decodable & Sendable
  var path: String { get }
  var query: [URLQueryItem] { get }
}

/// Photos, the newest first.
public struct DogList: DogRequest {
  public typealias Response = DogPage
  public let path = "v1/photos"
  public let query: [URLQueryItem]

  public init(limit: Int) { query = [URLQueryItem(name: "limit", value: "\(limit)")] }
}

/// One photo.
public struct DogDetails: DogRequest {
  /// What the answer says of it.
  public struct Response: Decodable, Equatable, Sendable {
    public let id: String
    public let createdAt: Date
    public let contentType: String
  }

  public let path: String
  public let query: [URLQueryItem] = []

  public init(id: String) { path = "v1/photos/\(id)" }
}

/// Why a service gave no answer.
public enum DogServiceError: Error, Equatable {
  /// The service said why.
  case refused(title: String)
  /// There was no answer.
  case unreachable
  /// The answer was not what it should be.
  case unreadable
}

/// What the app asks for dogs. Tests give it another one.
public protocol DogService: Sendable {
  func call<Request: DogRequest>(_ request: Request) -> AnyPublisher<Request.Response, DogServiceError>
}

/// The service behind an address.
public struct HTTPDogService: DogService {
  private struct Problem: Decodable, Error {
    let title: String
  }

  let session: URLSession
  let address: URL

  public init(session: URLSession, address: URL) {
    self.session = session
    self.address = address
  }

  public func call<Request: DogRequest>(_ request: Request) -> AnyPublisher<Request.Response, DogServiceError> {
    let decoder = Self.makeDecoder()
    return session.dataTaskPublisher(
      for: URLRequest(url: address.appending(path: request.path).appending(queryItems: request.query))
    )
    .tryMap { data, response in
      guard let head = response as? HTTPURLResponse, (200..<300).contains(head.statusCode) else {
        throw try decoder.decode(Problem.self, from: data)
      }
      return data
    }
    .mapError { error in
      switch error {
      case let problem as Problem: DogServiceError.refused(title: problem.title)
      case is URLError: .unreachable
      default: .unreadable
      }
    }
    .flatMap { data in
      Just(data).decode(type: Request.Response.self, decoder: decoder).mapError { _ in DogServiceError.unreadable }
    }
    .eraseToAnyPublisher()
  }

  private static func makeDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
      return try style.parse(text)
    }
    return decoder
  }
}
