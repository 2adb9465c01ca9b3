// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading
import WoofHTTPSemantics

/// The place that a download has reached, over as many responses as it needs.
///
/// Two responses with the same identity bring the same bytes.
struct DownloadPosition<Identity: Hashable & Sendable>: Sendable {
  /// The facts about the bytes that the head of a response states.
  struct Announcement: Hashable, Sendable {
    let url: URL
    let identity: Identity
    /// The strong `ETag` for `If-Range`, with which the rest of the bytes may be asked for; `nil` if there is none.
    fileprivate(set) var validator: String?

    init(_ identity: Identity, in head: HTTPURLResponse, at url: URL) {
      (self.url, self.identity) = (url, identity)
      validator = head.strongEntityTag
    }

    /// The facts about bytes that came earlier.
    init(_ identity: Identity, validator: String?, at url: URL) {
      (self.url, self.identity, self.validator) = (url, identity, validator)
    }
  }

  /// The facts of the newest response; `nil` before the first one.
  private(set) var announced: Announcement?
  /// The number of bytes that have arrived.
  private(set) var count: Int64 = 0
  /// The number of bytes that there are; `nil` if it is not known.
  private(set) var total: Int64?

  /// The position before the first byte.
  init() {}

  /// The position in bytes of which some came earlier.
  init(resumingAfter count: Int64, of total: Int64?, _ announcement: Announcement) {
    (self.count, self.total, announced) = (count, total, announcement)
  }

  /// The range of the missing bytes and the validator to ask for them with; `nil` to ask for everything.
  var continuation: (range: String, validator: String)? {
    guard count > 0, let validator = announced?.validator else { return nil }
    return ("bytes=\(count)-", validator)
  }

  /// Takes the head of a response.
  ///
  /// - Parameter byteCount: The number of bytes that there are, where the head does not tell it; `nil` if it is not known.
  /// - Returns: `true` if the bytes go on where those before broke off, `false` if they begin anew.
  /// - Throws: ``WoofError`` with the code `connectionLost` where they do neither.
  mutating func begin(
    _ head: HTTPURLResponse, _ announcement: Announcement, expecting byteCount: Int64?
  ) throws(WoofError) -> Bool {
    if head.statusCode == 206, goesOn(head, announcement) { return true }
    guard head.statusCode == 200 else {
      announced?.validator = nil
      throw WoofError(
        .connectionLost, "\(WoofError.shown(announcement.url)) answered with another part than was asked for.")
    }
    (count, announced) = (0, announcement)
    total = head.expectedContentLength >= 0 ? head.expectedContentLength : byteCount
    return false
  }

  /// Counts bytes that have arrived.
  mutating func advance(by byteCount: Int) { count += Int64(byteCount) }

  /// Returns `true` if a partial response begins where the one before it broke off, in the same bytes.
  private func goesOn(_ head: HTTPURLResponse, _ announcement: Announcement) -> Bool {
    guard count > 0, announced?.identity == announcement.identity,
      let range = head.value(forHTTPHeaderField: "Content-Range").flatMap({
        HTTPContentRange(parsing: Array($0.utf8)[...])
      })
    else { return false }
    return range.range.lowerBound == count
  }
}

/// A sink that takes content over several responses, of which each goes on where the one before broke off.
protocol ResumableSink: ResponseSink {
  /// The number of bytes that have arrived and that the sink has kept.
  var count: Int64 { get }
  /// The range of the missing bytes and the validator to ask for them with; `nil` to ask for everything.
  var continuation: (range: String, validator: String)? { get }
}

extension HTTPURLResponse {
  fileprivate var strongEntityTag: String? {
    guard let tag = value(forHTTPHeaderField: "ETag"), tag.hasPrefix("\"") else { return nil }
    return tag
  }
}
