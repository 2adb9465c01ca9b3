import Combine
import Foundation
import URLLoading

/// Loads that are chains of operators.
public struct DogChains: Sendable {
  let session: URLSession
  let spareSession: URLSession

  /// Makes chains over a session, and another one for what it cannot load.
  public init(session: URLSession, spareSession: URLSession) {
    self.session = session
    self.spareSession = spareSession
  }

  /// Loads a dog; anything but a `200` is an error.
  public func dog(at url: URL) -> AnyPublisher<Dog, any Error> {
    session.dataTaskPublisher(for: url)
      .tryMap { output in
        guard let response = output.response as? HTTPURLResponse, response.statusCode == 200 else {
          throw URLError(.badServerResponse)
        }
        return output.data
      }
      .decode(type: Dog.self, decoder: JSONDecoder())
      .eraseToAnyPublisher()
  }

  /// Tries an address twice, and then another one over another session.
  public func data(at url: URL, otherwiseAt spareURL: URL) -> AnyPublisher<Data, URLError> {
    let spareSession = spareSession
    return session.dataTaskPublisher(for: url)
      .retry(1)
      .catch { _ in spareSession.dataTaskPublisher(for: spareURL) }
      .map(\.data)
      .eraseToAnyPublisher()
  }

  /// Loads a dog on behalf of somebody who is never told of an error.
  public func dog(at url: URL, otherwise placeholder: Dog) -> AnyPublisher<Dog, Never> {
    dog(at: url).replaceError(with: placeholder).eraseToAnyPublisher()
  }

  /// Loads once for two who want different things of it: the dog, on a queue of the caller's, and the status, anywhere.
  public func dogAndStatus(
    at url: URL, on queue: DispatchQueue
  ) -> (dog: AnyPublisher<Dog, any Error>, status: AnyPublisher<Int, URLError>) {
    let shared = session.dataTaskPublisher(for: url).share()
    let dog =
      shared
      .tryMap { output in
        guard !output.data.isEmpty else { throw URLError(.zeroByteResource) }
        return output.data
      }
      .decode(type: Dog.self, decoder: JSONDecoder())
      .receive(on: queue)
      .eraseToAnyPublisher()
    let status = shared.compactMap { ($0.response as? HTTPURLResponse)?.statusCode }.eraseToAnyPublisher()
    return (dog, status)
  }

  /// A load that begins when all who want it have come, and somebody connects it.
  public func connectable(at url: URL) -> Publishers.MakeConnectable<AnyPublisher<Data, Never>> {
    session.dataTaskPublisher(for: url).map(\.data).replaceError(with: Data()).share().eraseToAnyPublisher()
      .makeConnectable()
  }
}
