// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofCore
import WoofCryptography
import WoofModel

@testable import TestKit

/// The system's clock, which a test puts forward.
final class AdvancingTime: TimeSource {
  private let seconds = Atomic<Int64>(0)

  func advance(bySeconds count: Int64) { seconds.add(count, ordering: .relaxed) }

  func now() -> Timestamp { SystemTimeSource().now().advanced(bySeconds: seconds.load(ordering: .relaxed)) }

  func monotonicNanoseconds() -> Int64 { SystemTimeSource().monotonicNanoseconds() }
}

/// A ticket, and a client that has nothing else.
struct TicketHolder {
  let id: String
  /// The address's path.
  let path: String
  let picture: [UInt8]
  let client: Client

  /// The part of the address that is secret.
  var secret: String { String(path.split(separator: "/").last ?? "") }

  /// Asks for a ticket.
  init(_ service: TestService, _ account: Client, _ picture: [UInt8], _ members: String = "") throws {
    let response = try account.send("POST", "/v1/uploads/tickets", json: try Self.request(picture, members))
    guard response.status == 201, let id = try response.member("id").text, let url = try response.member("url").text,
      let start = url.firstRange(of: "/v1/")
    else { throw TestFailure("\(response.status): \(response.text)") }
    (self.id, self.picture, client) = (id, picture, service.client())
    path = String(url[start.lowerBound...])
  }

  /// The body of a request for a ticket.
  static func request(_ picture: [UInt8], _ members: String = "") throws -> String {
    let digest = try #require(Digest(SHA256.digest(of: picture)))
    return #"{"digest":"\#(digest)","byteCount":\#(picture.count),"contentType":"image/jpeg"\#(members)}"#
  }

  /// Sends the picture, or other bytes.
  func put(
    _ bytes: [UInt8]? = nil, type: String? = "image/jpeg", extra: [(String, String)] = []
  ) throws -> ClientResponse {
    let fields = type.map { [("Content-Type", $0)] } ?? []
    return try client.send("PUT", path, extra: fields + extra, body: bytes ?? picture)
  }

  /// Sends the picture in two parts, and gives the response to the last one.
  ///
  /// - Parameter extra: Further fields of the request that begins.
  func putInParts(extra: [(String, String)] = []) throws -> ClientResponse {
    let begun = try client.send(
      "PUT", path, extra: [("Upload-Complete", "?0")] + extra, body: Array(picture.prefix(9)))
    guard begun.status == 201, let place = begun["Location"] else {
      throw TestFailure("\(begun.status): \(begun.text)")
    }
    return try client.send(
      "PATCH", place, ["Content-Type": "application/partial-upload"],
      extra: [("Upload-Offset", "9"), ("Upload-Complete", "?1")], body: Array(picture.dropFirst(9)))
  }
}
