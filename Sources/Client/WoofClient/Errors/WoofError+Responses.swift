// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofHTTPSemantics

extension WoofError {
  /// The error that a response with a status of 300 or more tells of.
  package init(response: APIResponse) {
    let retryAfter = RetryAfter.seconds(of: response, now: Date())
    let tellsProblem = response.mediaType == "application/problem+json"
    if tellsProblem, let problem = try? JSONDecoder().decode(JSONValue.self, from: response.data),
      let error = WoofError(problem: problem, status: response.status, retryAfter: retryAfter)
    {
      self = error
      return
    }
    // A response to HEAD has the fields of a problem, and no content.
    if tellsProblem, response.data.isEmpty, let code = Self.problems[response.status] {
      self.init(code, "\(Self.shown(response.url)): \(code.title).", retryAfter: retryAfter)
      return
    }
    self.init(Self.code(of: response.status), Self.message(of: response), retryAfter: retryAfter)
  }

  private static let problems: [Int: Code] = [403: .forbidden, 404: .notFound, 409: .conflict, 410: .gone]

  /// A response of another media type than the contract says.
  static func notWoof(_ url: URL, mediaType: String) -> WoofError {
    let content = mediaType.isEmpty ? "something without a type" : mediaType
    return WoofError(
      .invalidServerResponse,
      "\(shown(url)) answered with \(content), not as Woof does: check that the address is that of a Woof service.")
  }

  /// A response that lacks a field of its head.
  static func incomplete(_ url: URL, missing field: String) -> WoofError {
    WoofError(
      .invalidServerResponse,
      "\(shown(url)) answered without \(field): check that the address is that of a Woof service, and that nothing in "
        + "between removes fields.")
  }

  /// A response whose content is not what the contract says.
  static func unreadable(_ url: URL, cause: any Error) -> WoofError {
    WoofError(
      .invalidServerResponse,
      "\(shown(url)) answered with content that is not Woof's: check that the address is that of a Woof service, and that "
        + "this client is as new as it.", cause: cause)
  }

  /// A URL without what might be secret in it.
  static func shown(_ url: URL) -> String {
    var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    components?.user = nil
    components?.password = nil
    components?.query = nil
    guard let text = components?.string else { return "The address" }
    // The part of the path that opens what a share link shows, or an archive.
    return text.replacing(/(\/v1\/(?:shared|archives)\/)[^\/]+/) { "\($0.output.1)…" }
  }

  /// Statuses that proxies answer with by themselves mean the same without a problem document.
  private static func code(of status: Int) -> Code {
    switch status {
    case 401: .authenticationRequired
    case 413: .payloadTooLarge
    case 429: .tooManyRequests
    case 408, 425, 500, 502, 503, 504: Code(name: "unavailable", status: status, title: Code.unavailable.title)
    default: .invalidServerResponse
    }
  }

  private static func message(of response: APIResponse) -> String {
    let place = shown(response.url)
    return switch response.status {
    case 401: "\(place) asks for a name and a password: sign in."
    case 413: "Something before \(place) takes no content of this size: ask whoever runs it."
    case 429: "\(place) has had too many requests: try again later."
    case 408, 425, 500, 502, 503, 504: "\(place) cannot answer just now (\(response.status)): try again later."
    default:
      "\(place) answered with \(response.status) and no problem document: check that the address is that of a Woof service."
    }
  }
}

/// The time to wait that a service asks for in `Retry-After` (RFC 9110 §10.2.3).
enum RetryAfter {
  /// The seconds that a response tells, as a number or by a date; `nil` where it tells none that can be read.
  ///
  /// - Parameter now: The time to compare a date with where the response does not say when it was made: clocks differ.
  static func seconds(of response: APIResponse, now: Date) -> Int? {
    guard let value = response[field: "Retry-After"] else { return nil }
    if let seconds = Int(value) { return seconds >= 0 ? seconds : nil }
    let reading = HTTPDate(secondsSince1970: Int64(now.timeIntervalSince1970))
    guard let end = date(value, reading) else { return nil }
    let start = response[field: "Date"].flatMap { date($0, reading) } ?? now
    return Int(exactly: max(0, end.timeIntervalSince(start)).rounded(.up))
  }

  /// Reads a date of HTTP (RFC 9110 §5.6.7).
  private static func date(_ text: String, _ reading: HTTPDate) -> Date? {
    HTTPDate(parsing: Array(text.utf8)[...], relativeTo: reading).map {
      Date(timeIntervalSince1970: TimeInterval($0.secondsSince1970))
    }
  }
}
