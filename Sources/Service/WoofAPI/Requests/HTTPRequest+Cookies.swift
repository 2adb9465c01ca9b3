// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP

extension HTTPRequest {
  /// The value of a cookie that came with the request (RFC 6265 §5.4); `nil` where there is none, or more than one of the
  /// name: one of them is not the service's own.
  func cookie(_ name: String) -> String? {
    guard let cookies = fields[.cookie] else { return nil }
    var value: Substring?
    for pair in cookies.split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
      guard value == nil else { return nil }
      value = parts[1]
    }
    return value.map { String($0) }
  }
}

extension HTTPFieldName {
  /// Sets a cookie (RFC 6265 §4.1).
  static let setCookie = known("Set-Cookie")
}
