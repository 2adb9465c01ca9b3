// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// The address of a service, and how it wants its buckets to be named.
package struct S3Endpoint: Hashable, Sendable {
  /// The place of the bucket in a URL.
  package enum Style: Hashable, Sendable {
    /// The first segment of the path: `https://host/bucket/key`.
    case path
    /// The first label of the host: `https://bucket.host/key`.
    case virtualHost
  }

  /// `true` for `https`.
  package let isEncrypted: Bool
  /// The host: a name in lower case, or an address, one of IPv6 in brackets.
  package let host: String
  /// The port; `nil` for that of the scheme.
  package let port: Int?
  /// The place of the bucket.
  package let style: Style

  /// Reads an address: `https://host`, `https://host:port`, or the same with `http` for this machine itself.
  ///
  /// - Throws: ``S3SettingError`` where it is none, or where it would send what is signed over a network in the clear.
  package init(_ address: String, style: Style = .path) throws(S3SettingError) {
    guard let (isEncrypted, authority) = Self.split(address),
      let (host, port) = Self.hostAndPort(of: authority, isEncrypted: isEncrypted)
    else {
      throw S3SettingError(
        "The address of an object store is https://HOST or https://HOST:PORT, with nothing after it.")
    }
    guard isEncrypted || Self.isThisMachine(host) else {
      throw S3SettingError("An object store on another machine needs https://, as photos would pass in the clear.")
    }
    guard style == .path || !Self.isAddress(host) else {
      throw S3SettingError("Buckets in the host need a host with a name: take the path style for an address.")
    }
    (self.isEncrypted, self.host, self.port, self.style) = (isEncrypted, host, port, style)
  }

  /// `true` if the service is on this machine.
  package var isLoopback: Bool { Self.isThisMachine(host) }

  /// The scheme of URLs.
  package var scheme: String { isEncrypted ? "https" : "http" }

  /// Checks that a bucket can be had at this address.
  ///
  /// - Throws: ``S3SettingError`` where no certificate would fit.
  func check(_ bucket: S3BucketName) throws(S3SettingError) {
    guard style == .path || !isEncrypted || !bucket.hasDots else {
      throw S3SettingError("A bucket with a dot in its name needs the path style: no certificate fits its host.")
    }
  }

  /// The field `Host` of requests for a bucket.
  func authority(of bucket: S3BucketName) -> String {
    let name = style == .virtualHost ? "\(bucket).\(host)" : host
    return port.map { "\(name):\($0)" } ?? name
  }

  /// The path of an object, or of the bucket itself, as it is sent and signed: everything but unreserved characters and
  /// slashes encoded, once.
  func path(of bucket: S3BucketName, _ key: S3ObjectKey?) -> String {
    var bytes: [UInt8] = Array("/".utf8)
    if style == .path {
      bytes += bucket.description.utf8
      if key != nil { bytes.append(UInt8(ascii: "/")) }
    }
    for byte in key?.description.utf8 ?? "".utf8 {
      if byte == UInt8(ascii: "/") {
        bytes.append(byte)
      } else {
        PercentEncoding.append(CollectionOfOne(byte), keeping: .unreserved, to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func split(_ address: String) -> (isEncrypted: Bool, authority: Substring)? {
    for (scheme, isEncrypted) in [("https://", true), ("http://", false)]
    where address.lowercased().hasPrefix(scheme) {
      let rest = address.dropFirst(scheme.count)
      return (isEncrypted, rest.hasSuffix("/") ? rest.dropLast() : rest)
    }
    return nil
  }

  private static func hostAndPort(of authority: Substring, isEncrypted: Bool) -> (String, Int?)? {
    var host = authority.lowercased()
    var port: Int?
    let end = host.lastIndex(of: "]") ?? host.startIndex
    if let colon = host[end...].lastIndex(of: ":") {
      guard let number = Int(host[host.index(after: colon)...]), (1...65_535).contains(number) else { return nil }
      port = number == (isEncrypted ? 443 : 80) ? nil : number
      host = String(host[..<colon])
    }
    return isHost(host) ? (host, port) : nil
  }

  private static func isHost(_ host: String) -> Bool {
    if host.hasPrefix("["), host.hasSuffix("]") {
      return host.utf8.count > 3 && host.utf8.dropFirst().dropLast().allSatisfy(ASCIISet.addressLiteral.contains)
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    return host.utf8.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
          && label.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
      }
  }

  private static func isAddress(_ host: String) -> Bool {
    host.hasPrefix("[") || host.split(separator: ".").last.flatMap { Int($0) } != nil
  }

  /// `localhost` and what is below it never leave the machine (RFC 6761 §6.3).
  private static func isThisMachine(_ host: String) -> Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers.first == 127 && !numbers.contains(nil)
  }
}
