// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// An event as a client reads it from a line of NDJSON, or from the data of a server-sent event.
struct EventLine: Codable, Hashable, Sendable {
  var change: String
  var kind: String
  var id: String
  var version: Int64
  var deleted: Bool
  var caption: String?
  var favouriteCount: Int?
  var isFavourite: Bool?

  /// Reads a line; `nil` where it is none of an event.
  init?(_ line: Substring) {
    let json = line.hasPrefix("data: ") ? line.dropFirst(6) : line
    guard json.hasPrefix("{"), let event = try? JSONDecoder().decode(EventLine.self, from: Data(json.utf8)) else {
      return nil
    }
    self = event
  }
}

/// A page of changes as a client reads it.
struct ChangesDocument: Codable, Sendable {
  var changes: [EventLine]
  var next: String
  var more: Bool

  init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(ChangesDocument.self, from: Data(bytes)) }
}
