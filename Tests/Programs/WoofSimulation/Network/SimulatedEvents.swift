// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofModel

/// One connection to the live stream.
struct SimulatedEventStream: EventConnecting {
  /// The token before the first change that is sent.
  let start: ChangeToken
  private let connection: SimulatedConnection
  private var lines = EventLines()
  private var ahead: [UInt8] = []
  private var offset = 0

  /// Connects, and reads the head of the response.
  ///
  /// - Throws: ``WoofError``; `CancellationError`.
  init(_ service: SimulatedService, since token: ChangeToken?) async throws {
    let (head, connection) = try await service.openEvents(since: token)
    guard let last = head[field: "Woof-Last-Change"] else {
      throw WoofError(.invalidServerResponse, "The live stream came without Woof-Last-Change.")
    }
    start = ChangeToken(rawValue: last)
    self.connection = connection
  }

  /// The next change; `nil` at the end of the stream.
  ///
  /// - Throws: ``WoofError``; `CancellationError`.
  mutating func next() async throws -> PhotoChange? {
    while true {
      while offset < ahead.count {
        let byte = ahead[offset]
        offset += 1
        guard let line = try lines.take(byte) else { continue }
        return try JSONDecoder().decode(PhotoChange.self, from: Data(line))
      }
      do {
        guard let piece = try await connection.next() else { return nil }
        (ahead, offset) = (piece, 0)
      } catch let failure as NetworkFailure {
        throw SimulatedService.error(of: failure)
      }
    }
  }
}
