import Foundation
import FoundationNetworking

/// What a cache knows of a stored response beside its content.
struct CacheEntry: Hashable, Sendable, Codable {
  let status: Int
  var fields: HTTPFields
  /// When the request was sent whose answer it is, or by which it was validated.
  var requestTime: Date
  /// When the head of that answer came.
  var responseTime: Date

  init(status: Int, fields: HTTPFields, requestTime: Date, responseTime: Date) {
    self.status = status
    self.fields = fields
    self.requestTime = requestTime
    self.responseTime = responseTime
  }

  var control: CacheControl { CacheControl(fields.values(of: "Cache-Control")) }

  /// Whether a server can be asked if it is still the current one.
  var hasValidator: Bool { fields.contains("ETag") || fields.contains("Last-Modified") }

  /// When the server made it; when it came, where the server does not say (RFC 9110 §6.6.1).
  var date: Date { fields["Date"].flatMap(HTTPDate.date) ?? responseTime }

  /// How old it is at a time, in seconds (RFC 9111 §4.2.3). A clock that went back says nothing: then it is as old as
  /// can be.
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

  /// Whether it is fresh at a time.
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
