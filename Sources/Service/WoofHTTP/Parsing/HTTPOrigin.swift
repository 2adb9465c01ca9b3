// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// The origin of a page (RFC 6454): a scheme, a host and a port, as browsers send it in `Origin`.
package struct HTTPOrigin: Hashable, Sendable, LosslessStringConvertible {
  /// `true` for the scheme `https`, and `false` for `http`.
  package let isSecure: Bool
  /// The host in lower case, an IPv6 address within brackets and in its usual form.
  package let host: String
  /// The port, that of the scheme where none is said.
  package let port: Int

  /// Reads an origin: `https://photos.example.org`, `http://127.0.0.1:9663`. `nil` for any other text, `null` and URLs
  /// with a path among it.
  package init?(_ text: String) { self.init(utf8: Array(text.utf8)[...]) }

  /// Reads the value of an `Origin` field; see ``init(_:)``.
  package init?(utf8 text: ArraySlice<UInt8>) {
    for (scheme, isSecure) in [("https://", true), ("http://", false)] {
      let count = scheme.utf8.count
      guard text.prefix(count).matches(scheme) else { continue }
      self.init(isSecure: isSecure, authority: text.dropFirst(count))
      return
    }
    return nil
  }

  /// The origin of what is asked for at an authority, the value of a `Host` field (RFC 9110 §7.2); `nil` where it is
  /// none.
  package init?(isSecure: Bool, authority: ArraySlice<UInt8>) {
    guard HTTPAuthority.isValid(Array(authority).span.bytes, 0..<authority.count) else { return nil }
    let hostEnd: Int
    if authority.first == UInt8(ascii: "["), let end = authority.firstIndex(of: UInt8(ascii: "]")) {
      hostEnd = end + 1
    } else {
      hostEnd = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
    }
    self.isSecure = isSecure
    host = Self.normalised(authority[..<hostEnd])
    let digits = String(decoding: authority[hostEnd...].dropFirst(), as: UTF8.self)
    port = Int(digits) ?? (isSecure ? 443 : 80)
  }

  /// The origin as browsers write it: without the port that is its scheme's.
  package var description: String {
    let standard = isSecure ? 443 : 80
    return "\(isSecure ? "https" : "http")://\(host)\(port == standard ? "" : ":\(port)")"
  }

  private static func normalised(_ host: ArraySlice<UInt8>) -> String {
    if host.first == UInt8(ascii: "["), let address = IPAddress(utf8: host.dropFirst().dropLast()), !address.isIPv4 {
      return "[\(address)]"
    }
    return String(decoding: host.map(HTTPToken.lowercased), as: UTF8.self)
  }
}
