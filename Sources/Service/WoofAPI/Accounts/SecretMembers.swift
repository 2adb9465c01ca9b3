// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofCryptography
internal import WoofHTTP
internal import WoofModel

/// The members of a JSON object in a request that holds passwords, which are overwritten when nobody needs them any more.
struct SecretMembers: Sendable {
  private static let byteLimit = 16 * 1024

  private let values: [String: SecretJSON.Value]

  /// Reads the object in a request's body.
  ///
  /// - Parameter names: The members that are known.
  /// - Throws: ``WoofModel/WoofError`` as ``JSONBody``, and `invalid-parameter` for a member that is unknown.
  static func read(from request: HTTPRequest, allowing names: [String]) async throws -> SecretMembers {
    let check = try JSONBody.digestCheck(of: request, mediaTypes: ["application/json"])
    let bytes = try await collect(request.body)
    if let check {
      bytes.withUnsafeBytes { check.update($0.bytes) }
      try check.finish()
    }
    guard let values = SecretJSON.members(of: bytes) else { throw JSONBody.noObject }
    if let unknown = values.keys.sorted().first(where: { !names.contains($0) }) {
      throw RouteQuery.invalid(unknown, "The member is unknown; there are \(names.joined(separator: ", ")).")
    }
    return SecretMembers(values: values)
  }

  private static func collect(_ body: any HTTPRequestBody) async throws -> WipedBytes {
    let bytes = WipedBytes(capacity: byteLimit)
    do throws(HTTPBodyError) {
      if let count = body.announcedCount, count > Int64(byteLimit) { throw .tooLarge(limit: Int64(byteLimit)) }
      while let chunk = try await body.next() {
        let fits = chunk.withBytes { span in span.withUnsafeBytes { bytes.append(contentsOf: $0) } }
        guard fits else { throw .tooLarge(limit: Int64(byteLimit)) }
      }
    } catch {
      throw ProblemDocument.error(of: error)
    }
    return bytes
  }

  /// A password among the members.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is missing or no text.
  func secret(_ name: String, _ purpose: String) throws(WoofError) -> WipedBytes {
    guard case .text(let text)? = values[name] else { throw RouteQuery.invalid(name, "The member must be \(purpose).") }
    return text
  }

  /// A text among the members that is no secret.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is missing or no text.
  func text(_ name: String, _ purpose: String) throws(WoofError) -> String {
    try secret(name, purpose).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// `true` or `false` among the members; `nil` where it is not there.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is something else.
  func flag(_ name: String) throws(WoofError) -> Bool? {
    switch values[name] {
    case nil: nil
    case .flag(let flag)?: flag
    default: throw RouteQuery.invalid(name, "The member must be true or false.")
    }
  }
}
