// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// A way to authenticate that a response offers and that is spoken here.
struct AuthenticationOffer: Hashable, Sendable {
  /// The schemes that are spoken here. All others, `Bearer` among them, are left to whoever made the request.
  enum Scheme: Hashable, Sendable {
    /// User and password (RFC 7617).
    case basic
    /// A proof of both (RFC 7616).
    case digest
  }

  let scheme: Scheme
  /// The realm, the server's name for what is protected; `nil` if the server does not name it.
  let realm: String?
  /// `true` if the server states that it reads credentials as UTF-8 (RFC 7617 §2.1).
  let wantsUTF8: Bool

  init(scheme: Scheme, realm: String?, wantsUTF8: Bool = false) {
    self.scheme = scheme
    self.realm = realm
    self.wantsUTF8 = wantsUTF8
  }

  /// The challenges that can be answered, the strongest first: Digest where its algorithm is known, then Basic.
  ///
  /// - Parameter lines: The values of all lines of `WWW-Authenticate` or `Proxy-Authenticate`.
  static func offers(in lines: [String]) -> [AuthenticationOffer] {
    let challenges = HTTPChallenge.parse(lines)
    let digest = challenges.filter(isKnownDigest).map { challenge in
      AuthenticationOffer(scheme: .digest, realm: challenge.parameters["realm"])
    }
    let basic = challenges.filter { $0.scheme == "basic" && $0.token68 == nil }.map { challenge in
      AuthenticationOffer(
        scheme: .basic, realm: challenge.parameters["realm"],
        wantsUTF8: challenge.parameters["charset"]?.lowercased() == "utf-8")
    }
    return digest + basic
  }

  /// The name that Foundation has for the scheme.
  var authenticationMethod: String {
    switch scheme {
    case .basic: NSURLAuthenticationMethodHTTPBasic
    case .digest: NSURLAuthenticationMethodHTTPDigest
    }
  }

  /// The space of a server that the credential is for; none where the URL names no server.
  func protectionSpace(of url: URL) -> URLProtectionSpace? {
    guard let origin = Origin(url) else { return nil }
    return ComparableProtectionSpace(
      host: origin.host, port: origin.port, protocol: origin.scheme, realm: realm,
      authenticationMethod: authenticationMethod)
  }

  /// The space of a proxy that the credential is for.
  ///
  /// - Parameter type: One of Foundation's `NSURLProtectionSpace…Proxy` constants.
  func protectionSpace(ofProxy host: String, port: Int, type: String) -> URLProtectionSpace {
    ComparableProtectionSpace(
      proxyHost: host.lowercased(), port: port, type: type, realm: realm, authenticationMethod: authenticationMethod)
  }

  private static func isKnownDigest(_ challenge: HTTPChallenge) -> Bool {
    guard challenge.scheme == "digest", challenge.parameters["realm"] != nil else { return false }
    guard challenge.parameters["nonce"]?.isEmpty == false else { return false }
    let algorithm = challenge.parameters["algorithm"]?.lowercased() ?? "md5"
    guard ["md5", "md5-sess", "sha-256", "sha-256-sess"].contains(algorithm) else { return false }
    guard let protection = challenge.parameters["qop"] else { return true }
    let offered = protection.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
    return offered.isEmpty || offered.contains("auth")
  }
}

/// The value of an `Authorization` field that says user and password (RFC 7617 §2).
enum BasicAuthorization {
  /// The value, or none where the scheme cannot say it: a user with a colon, or a control character in either.
  ///
  /// Both are sent as UTF-8. A server that asks for UTF-8 gets them in normalisation form C (RFC 7617 §2.1).
  static func fieldValue(user: String, password: String, wantsUTF8: Bool) -> String? {
    guard !user.utf8.contains(0x3A), !hasControlCharacter(user), !hasControlCharacter(password) else { return nil }
    let text = "\(user):\(password)"
    let sent = wantsUTF8 ? text.precomposedStringWithCanonicalMapping : text
    return "Basic \(Data(sent.utf8).base64EncodedString())"
  }

  /// The value for a credential; none where it has no user or password, or the scheme cannot say them.
  static func fieldValue(_ credential: URLCredential, for offer: AuthenticationOffer) -> String? {
    guard let user = credential.user, let password = credential.password else { return nil }
    return fieldValue(user: user, password: password, wantsUTF8: offer.wantsUTF8)
  }

  private static func hasControlCharacter(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }
}
