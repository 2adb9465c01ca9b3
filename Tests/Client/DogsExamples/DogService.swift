import Combine
import Foundation
import URLLoading

/// A request that knows what its response is.
public protocol DogRequest: Sendable {
  /// What the response is decoded to.
  associatedtype Response: Decodable & Sendable
  /// Where it goes, below the service's address.
  var path: String { get }
  /// What it asks for.
  var query: [URLQueryItem] { get }
}

/// Photos, the newest first.
public struct DogList: DogRequest {
  /// A page.
  public typealias Response = DogPage
  /// Where it goes.
  public let path = "v1/photos"
  /// How many are wanted.
  public let query: [URLQueryItem]

  /// Asks for so many.
  public init(limit: Int) { query = [URLQueryItem(name: "limit", value: "\(limit)")] }
}

/// One photo.
public struct DogDetails: DogRequest {
  /// What the response says of it.
  public struct Response: Decodable, Equatable, Sendable {
    /// The id of the photo.
    public let id: String
    /// When it came in.
    public let createdAt: Date
    /// The type of its bytes.
    public let contentType: String
  }

  /// Where it goes.
  public let path: String
  /// Nothing is asked for besides.
  public let query: [URLQueryItem] = []

  /// Asks for one photo.
  public init(id: String) { path = "v1/photos/\(id)" }
}

/// Why a service gave no response.
public enum DogServiceError: Error, Equatable {
  /// The service said why.
  case refused(title: String)
  /// There was no response.
  case unreachable
  /// The response was not what it should be.
  case unreadable
}

/// What the app asks for dogs. Tests give it another one.
public protocol DogService: Sendable {
  /// Publishes the response to a request.
  func call<Request: DogRequest>(_ request: Request) -> AnyPublisher<Request.Response, DogServiceError>
}

/// The service behind an address.
public struct HTTPDogService: DogService {
  private struct Problem: Decodable, Error {
    let title: String
  }

  let session: URLSession
  let address: URL

  /// Makes a service.
  public init(session: URLSession, address: URL) {
    self.session = session
    self.address = address
  }

  /// Sends the request, and decodes what comes.
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
