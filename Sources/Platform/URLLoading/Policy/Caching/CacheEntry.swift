// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The status, the fields and the times of a stored response: all that a cache knows of it beside its content.
struct CacheEntry: Hashable, Sendable, Codable {
  let status: Int
  var fields: HTTPFields
  /// The time at which the request for the response was sent, or the one that validated it.
  var requestTime: Date
  /// The time at which the head of that request's response arrived.
  var responseTime: Date

  init(status: Int, fields: HTTPFields, requestTime: Date, responseTime: Date) {
    self.status = status
    self.fields = fields
    self.requestTime = requestTime
    self.responseTime = responseTime
  }

  var control: CacheControl { CacheControl(fields.values(of: "Cache-Control")) }

  /// `true` if the server can be asked whether the response is still the current one.
  var hasValidator: Bool { fields.contains("ETag") || fields.contains("Last-Modified") }

  /// The time at which the server made the response; the time of arrival if the server does not state it (RFC 9110
  /// §6.6.1).
  var date: Date { fields["Date"].flatMap(HTTPDate.date) ?? responseTime }

  /// Returns the age of the response at a time, in seconds (RFC 9111 §4.2.3). If the clock went back, the age is not
  /// known and the largest number is returned.
  func age(at now: Date) -> Int {
    let residence = now.timeIntervalSince(responseTime)
    guard residence >= 0 else { return CacheControl.maximalSeconds }
    let apparent = max(0, responseTime.timeIntervalSince(date))
    let delay = max(0, responseTime.timeIntervalSince(requestTime))
    let told = Double(fields.values(of: "Age").first.flatMap(CacheControl.seconds) ?? 0)
    return Int(min(max(apparent, told + delay) + residence, Double(CacheControl.maximalSeconds)))
  }

  /// For how many seconds from ``date`` on it is fresh (RFC 9111 §4.2.1).
  var lifetime: Int {
    let control = control
    if let maxAge = control.maxAge { return maxAge }
    if let expires = fields.values(of: "Expires").first {
      guard let end = HTTPDate.date(expires) else { return 0 }
      return Self.wholeSeconds(end.timeIntervalSince(date))
    }
    guard CachePolicy.heuristicStatuses.contains(status) || control.isPublic else { return 0 }
    return heuristicLifetime
  }

  /// Returns `true` if the response is fresh at a time.
  func isFresh(at now: Date) -> Bool { age(at: now) < lifetime }

  /// A tenth of how long it had not changed when it was made, but not more than a day (RFC 9111 §4.2.2).
  private var heuristicLifetime: Int {
    guard let modified = fields["Last-Modified"].flatMap(HTTPDate.date) else { return 0 }
    return min(86400, Self.wholeSeconds(date.timeIntervalSince(modified) / 10))
  }

  private static func wholeSeconds(_ interval: TimeInterval) -> Int {
    Int(max(0, min(interval, Double(CacheControl.maximalSeconds))))
  }
}
