// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography

/// Signs requests by version 4 of Amazon's signatures (AWS4-HMAC-SHA256).
///
/// A value: the same request at the same time has the same signature. It keeps the key of the day.
package struct SigV4Signer: Sendable {
  private static let algorithm = "AWS4-HMAC-SHA256"

  private let credentials: S3Credentials
  private let region: String
  private let service: String
  private var key: SigV4SigningKey?

  /// Makes a signer for a region of a service.
  package init(_ credentials: S3Credentials, region: String, service: String = "s3") {
    (self.credentials, self.region, self.service) = (credentials, region, service)
  }

  /// Signs all parts of a request.
  ///
  /// - Returns: The fields to send beside those of the request: `X-Amz-Date`, `Authorization`, and
  ///   `X-Amz-Security-Token` where there is one.
  package mutating func fields(
    for request: SigV4Request, at time: SigV4Time
  ) -> [(name: String, value: String)] {
    var added = [(name: "X-Amz-Date", value: time.stamp)]
    if let token = credentials.sessionToken { added.append(("X-Amz-Security-Token", token)) }
    var request = request
    request.fields += added
    let key = key(for: time)
    let signature = key.signature(of: Self.text(to: request, at: time, key.scope))
    added.append(
      (
        "Authorization",
        "\(Self.algorithm) Credential=\(credentials.accessKey)/\(key.scope.text), "
          + "SignedHeaders=\(request.signedNames), Signature=\(signature)"
      ))
    return added
  }

  /// Signs a URL that may be handed out: whoever has it may send the request for a time.
  ///
  /// - Parameters:
  ///   - request: The request, with the fields that are to be sent with it, `Host` at least.
  ///   - seconds: The time, in seconds, for which it is valid; at most seven days.
  /// - Returns: The whole query, encoded.
  package mutating func query(
    for request: SigV4Request, at time: SigV4Time, validFor seconds: Int
  ) -> String {
    var request = request
    let key = key(for: time)
    request.query += [
      ("X-Amz-Algorithm", Self.algorithm), ("X-Amz-Credential", "\(credentials.accessKey)/\(key.scope.text)"),
      ("X-Amz-Date", time.stamp), ("X-Amz-Expires", String(min(max(seconds, 1), 604_800))),
      ("X-Amz-SignedHeaders", request.signedNames),
    ]
    if let token = credentials.sessionToken { request.query.append(("X-Amz-Security-Token", token)) }
    let signature = key.signature(of: Self.text(to: request, at: time, key.scope))
    return "\(request.canonicalQuery)&X-Amz-Signature=\(signature)"
  }

  /// The text that is signed for a request.
  static func text(to request: SigV4Request, at time: SigV4Time, _ scope: SigV4Scope) -> String {
    let digest = hexadecimal(SHA256.digest(of: Array(request.canonicalForm.utf8)))
    return "\(algorithm)\n\(time.stamp)\n\(scope.text)\n\(digest)"
  }

  private mutating func key(for time: SigV4Time) -> SigV4SigningKey {
    let scope = SigV4Scope(day: time.day, region: region, service: service)
    if let key, key.scope == scope { return key }
    let made = SigV4SigningKey(secret: credentials.secret, scope: scope)
    key = made
    return made
  }
}
