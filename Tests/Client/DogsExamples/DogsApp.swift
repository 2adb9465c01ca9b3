import Foundation
import URLLoading

/// The dogs app, without its pictures.
public struct DogsApp: Sendable {
  /// What the app does not put up with.
  public enum Failure: Error, Equatable {
    case status(Int?)
  }

  let session: URLSession
  let service: URL

  /// Makes an app of a service.
  public init(session: URLSession, service: URL) {
    self.session = session
    self.service = service
  }

  /// The bytes of a photo.
  public func fetchPhoto(_ id: String) async throws -> Data {
    let (data, response) = try await session.data(from: original(of: id))
    try check(response)
    return data
  }

  /// Sends a picture, and gives what became of it.
  public func upload(_ picture: Data, signIn: any URLSessionTaskDelegate) async throws -> Dog {
    var request = URLRequest(url: service.appending(path: "v1/photos"))
    request.httpMethod = "POST"
    request.setValue("image/jpeg", forHTTPHeaderField: "Content-Type")
    let (data, response) = try await session.upload(for: request, from: picture, delegate: signIn)
    try check(response, is: 201)
    return try JSONDecoder().decode(Dog.self, from: data)
  }

  /// Loads a photo into a file.
  public func download(_ id: String, to file: URL) async throws {
    let (temporary, response) = try await session.download(from: original(of: id))
    try check(response)
    try FileManager.default.moveItem(at: temporary, to: file)
  }

  /// Loads photos side by side, and gives the bytes of each.
  public func fetchPhotos(_ ids: [String]) async throws -> [String: Data] {
    try await withThrowingTaskGroup(of: (String, Data).self) { group in
      for id in ids { group.addTask { (id, try await fetchPhoto(id)) } }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  /// Sets a favourite; whoever signs in is asked by the delegate.
  public func setFavourite(_ id: String, signIn: any URLSessionTaskDelegate) async throws -> Int {
    var request = URLRequest(url: service.appending(path: "v1/photos/\(id)/favourite"))
    request.httpMethod = "PUT"
    let (data, response) = try await session.data(for: request, delegate: signIn)
    try check(response)
    return try JSONDecoder().decode(Dog.self, from: data).favouriteCount
  }

  /// The live counts of favourites, until the reader stops.
  public func liveCounts(_ update: @Sendable (Dog) async -> Bool) async throws {
    let (bytes, response) = try await session.bytes(from: service.appending(path: "v1/events"))
    try check(response)
    for try await line in bytes.lines {
      let dog = try JSONDecoder().decode(Dog.self, from: Data(line.utf8))
      guard await update(dog) else { return }
    }
  }

  private func original(of id: String) -> URL { service.appending(path: "v1/photos/\(id)/original") }

  private func check(_ response: URLResponse, is expected: Int = 200) throws {
    let status = (response as? HTTPURLResponse)?.statusCode
    guard status == expected else { throw Failure.status(status) }
  }
}
