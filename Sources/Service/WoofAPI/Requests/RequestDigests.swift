// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// Reads the digests that a head announces (RFC 9530). Algorithms that are not known here are no condition.
enum RequestDigests {
  /// Everything that is announced of the content of a request, or of a part of a form. `Repr-Digest` says the same of it
  /// as `Content-Digest` does, as no content coding is taken.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-request` where a field cannot be read, and `digest-mismatch`
  ///   where the two contradict each other.
  static func ofContent(_ fields: HTTPFields) throws(WoofError) -> AnnouncedDigests {
    var digests = try announced(in: fields, .reprDigest)
    try digests.formUnion(try announced(in: fields, .contentDigest))
    return digests
  }

  /// Returns the digests that one of the two fields announces.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-request` if the field cannot be parsed.
  static func announced(in fields: HTTPFields, _ name: HTTPFieldName) throws(WoofError) -> AnnouncedDigests {
    do {
      let field = try HTTPDigestField(fields, name)
      return AnnouncedDigests(sha256: field?.sha256.flatMap { Digest($0) }, sha512: field?.sha512)
    } catch {
      throw WoofError(
        .invalidRequest, "\(name) is written as sha-256=:<base64>: or sha-512=:<base64>:.")
    }
  }
}
