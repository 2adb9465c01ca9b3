// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Exchanges that were recorded against a service, to be replayed without it.
public struct Recording: Hashable, Sendable, Codable {
  /// The exchanges, in the order of their requests.
  public var exchanges: [RecordedExchange]

  /// Keeps the exchanges that ended whole, with all their bytes.
  public init(_ exchanges: [RecordedExchange]) {
    self.exchanges = exchanges.filter { exchange in
      exchange.outcome == .complete && exchange.body.isWhole && exchange.answer?.body.isWhole == true
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
    try encoder.encode(withoutCredentials).write(to: file, options: Self.isReplaceable(file) ? .atomic : [])
  }

  /// Returns `true` for an ordinary file, or nothing: anything else that is there would be taken away from everybody.
  private static func isReplaceable(_ file: URL) -> Bool {
    var status = stat()
    return stat(file.path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// The same without the credentials that clients sent.
  var withoutCredentials: Recording {
    var copy = self
    copy.exchanges.removeAll(where: \.carriesPassword)
    for index in copy.exchanges.indices { copy.exchanges[index].fields.removeAll(where: \.isSecret) }
    return copy
  }
}

/// Answers requests from a recording: each with the next answer that was recorded for the same method, target and body,
/// and with the last one when all have been given.
struct Replay: Sendable {
  private var given: [Key: Int] = [:]
  private let answers: [Key: [StubbedAnswer]]

  private struct Key: Hashable {
    let method: String
    let target: String
    let body: [UInt8]
  }

  init(_ recording: Recording) {
    var answers: [Key: [StubbedAnswer]] = [:]
    for exchange in recording.exchanges {
      guard let answer = exchange.answer else { continue }
      let fields = answer.fields.filter { !Self.isFraming($0.name) }
      let key = Key(method: exchange.method, target: exchange.target, body: exchange.body.bytes)
      answers[key, default: []].append(
        StubbedAnswer(status: answer.status, fields: fields, body: answer.body.bytes))
    }
    self.answers = answers
  }

  /// The answer to a request whose body has come; `nil` where none was recorded.
  mutating func answer(to exchange: RecordedExchange) -> StubbedAnswer? {
    let key = Key(method: exchange.method, target: exchange.target, body: exchange.body.bytes)
    guard let answers = answers[key], let last = answers.last else { return nil }
    let number = given[key, default: 0]
    given[key] = number + 1
    return number < answers.count ? answers[number] : last
  }

  /// Fields that say how a body is sent, which the replay does in its own way.
  private static func isFraming(_ name: String) -> Bool {
    ["content-length", "transfer-encoding", "connection"].contains(name.lowercased())
  }
}
