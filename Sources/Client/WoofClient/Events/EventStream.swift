// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading

/// One connection to the live stream.
struct EventStream<Event: LiveEvent>: EventConnecting {
  private static var problemLimit: Int { 1 << 16 }

  /// The token before the first change that is sent.
  let start: ChangeToken
  private let request: URLRequest
  private let authentication: AuthenticationDelegate
  private let url: URL
  private var bytes: URLSession.AsyncBytes.AsyncIterator
  private var lines = EventLines()

  /// Connects, and reads the head of the response.
  ///
  /// - Parameter kinds: The parameter that says what is asked for; none for photos alone.
  /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
  init(_ loader: ServiceLoader, _ kinds: [URLQueryItem], since token: ChangeToken?) async throws {
    var request = try loader.request(
      .get, "/v1/events", query: kinds + .given("since", token?.rawValue),
      fields: ["Accept": "application/x-ndjson, application/problem+json"])
    request.cachePolicy = .reloadIgnoringLocalCacheData
    (self.request, authentication) = try await loader.authenticated(request)
    do {
      let (bytes, received) = try await loader.session.bytes(for: self.request, delegate: authentication)
      guard let head = received as? HTTPURLResponse, let url = head.url else { throw URLError(.badServerResponse) }
      let content = head.statusCode == 200 ? Data() : try await Self.problem(bytes)
      let response = try await loader.accept(APIResponse(url: url, head: head, data: content), authentication)
      guard response.mediaType == "application/x-ndjson" else {
        throw WoofError.notWoof(url, mediaType: response.mediaType)
      }
      guard let last = response[field: "Woof-Last-Change"] else {
        throw WoofError.incomplete(url, missing: "Woof-Last-Change")
      }
      self.url = url
      start = ChangeToken(rawValue: last)
      self.bytes = bytes.makeAsyncIterator()
    } catch let error as URLError {
      throw try ServiceLoader.meaning(of: error, self.request, authentication)
    }
  }

  /// The next change; `nil` at the end of the stream.
  ///
  /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
  mutating func next() async throws -> Event.Change? {
    do {
      // What stands before the end without a line's end broke off.
      while let byte = try await bytes.next() {
        guard let line = try lines.take(byte) else { continue }
        return try JSONDecoder().decode(Event.Change.self, from: Data(line))
      }
      return nil
    } catch let error as URLError {
      throw try ServiceLoader.meaning(of: error, request, authentication)
    } catch let error as EventLines.TooLong {
      throw WoofError(
        .invalidServerResponse,
        "\(WoofError.shown(url)) sent a line of more than \(EventLines.longestLine) bytes, which none of Woof's has: check "
          + "that the address is that of a Woof service.", cause: error)
    } catch let error as DecodingError {
      throw WoofError.unreadable(url, cause: error)
    }
  }

  private static func problem(_ bytes: URLSession.AsyncBytes) async throws -> Data {
    var data = Data()
    for try await byte in bytes {
      guard data.count < problemLimit else { break }
      data.append(byte)
    }
    return data
  }
}

/// Finds the lines of the live stream, and takes none that is longer than any of Woof's.
package struct EventLines: Sendable {
  /// A line is longer than it may be.
  package struct TooLong: Error, Hashable {}

  /// The largest number of bytes in a line, 1 MiB; a change has some hundreds.
  package static let longestLine = 1 << 20

  private var line: [UInt8] = []

  /// Begins with a new line.
  package init() {}

  /// Takes the next byte.
  ///
  /// - Returns: A line without its end, where the byte ends one that is not empty.
  package mutating func take(_ byte: UInt8) throws(TooLong) -> [UInt8]? {
    guard byte == UInt8(ascii: "\n") else {
      guard line.count < Self.longestLine else { throw TooLong() }
      line.append(byte)
      return nil
    }
    defer { line.removeAll(keepingCapacity: true) }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line.isEmpty ? nil : line
  }
}
