// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import WoofSystem

/// Exchanges that were recorded against a service, to be replayed without it.
public struct Recording: Hashable, Sendable, Codable {
  /// The exchanges, in the order of their requests.
  public var exchanges: [RecordedExchange]

  /// Keeps the exchanges that ended whole, with all their bytes.
  public init(_ exchanges: [RecordedExchange]) {
    self.exchanges = exchanges.filter { exchange in
      exchange.outcome == .complete && exchange.body.isWhole && exchange.response?.body.isWhole == true
    }
  }

  /// Reads a recording.
  ///
  /// - Throws: ``HarnessError`` of code `invalid` where the file is none or cannot be read.
  public init(contentsOf file: URL) throws {
    do {
      self = try JSONDecoder().decode(Recording.self, from: Data(contentsOf: file))
    } catch {
      throw HarnessError(.invalid, "\(file.path) cannot be read as a recording: \(error.localizedDescription)")
    }
  }

  /// Writes the recording, in place of an ordinary file, or into a device or pipe that is there. What clients sent is in
  /// it, but for their credentials; requests with a new password are left out.
  ///
  /// - Throws: Any error of writing the file.
  public func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let bytes = try encoder.encode(withoutCredentials)
    // Foundation's file, as it has the permissions that others may rely on.
    try bytes.write(to: file, options: OutputFile(at: file.path).isStanding ? [] : .atomic)
  }

  /// The same without the credentials that clients sent.
  var withoutCredentials: Recording {
    var copy = self
    copy.exchanges.removeAll(where: \.carriesPassword)
    for index in copy.exchanges.indices { copy.exchanges[index].fields.removeAll(where: \.isSecret) }
    return copy
  }
}

/// Responds to requests from a recording: to each with the next response that was recorded for the same method, target
/// and body, and with the last one when all have been given.
struct Replay: Sendable {
  private var given: [Key: Int] = [:]
  private let responses: [Key: [StubbedResponse]]

  private struct Key: Hashable {
    let method: String
    let target: String
    let body: [UInt8]
  }

  init(_ recording: Recording) {
    var responses: [Key: [StubbedResponse]] = [:]
    for exchange in recording.exchanges {
      guard let response = exchange.response else { continue }
      let fields = response.fields.filter { !Self.isFraming($0.name) }
      let key = Key(method: exchange.method, target: exchange.target, body: exchange.body.bytes)
      responses[key, default: []].append(
        StubbedResponse(status: response.status, fields: fields, body: response.body.bytes))
    }
    self.responses = responses
  }

  /// The response to a request whose body has come; `nil` where none was recorded.
  mutating func response(to exchange: RecordedExchange) -> StubbedResponse? {
    let key = Key(method: exchange.method, target: exchange.target, body: exchange.body.bytes)
    guard let responses = responses[key], let last = responses.last else { return nil }
    let number = given[key, default: 0]
    given[key] = number + 1
    return number < responses.count ? responses[number] : last
  }

  /// Fields that say how a body is sent, which the replay does in its own way.
  private static func isFraming(_ name: String) -> Bool {
    ["content-length", "transfer-encoding", "connection"].contains(name.lowercased())
  }
}
