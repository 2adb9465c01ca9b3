// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Reads and writes app passwords as the wire contract has them.
enum AppPasswordJSON {
  /// An app password that a request wants to be made.
  struct Draft: Sendable {
    let name: String
    let scopes: AppPasswordScopes
    let expiresAt: Timestamp?
  }

  /// The app password that a request wants to be made.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `length-required`, `unsupported-media-type`, `payload-too-large`,
  ///   `invalid-request` or `invalid-parameter`.
  static func draft(from request: HTTPRequest) async throws -> Draft {
    let members = try await JSONBody.object(of: request, allowing: ["name", "scopes", "expiresAt"])
    guard case .string(let name)? = members["name"] else {
      throw RouteQuery.invalid("name", "An app password has a name, as that of the app or the device; give it one.")
    }
    return Draft(
      name: try AppPasswordName.checked(name), scopes: try scopes(members["scopes"]),
      expiresAt: try JSONBody.time("expiresAt", of: members))
  }

  private static func scopes(_ value: JSONValue?) throws(WoofError) -> AppPasswordScopes {
    guard case .array(let values)? = value, !values.isEmpty, let scopes = AppPasswordScopes(names: values.map(name))
    else {
      throw RouteQuery.invalid(
        "scopes", "The member must be a list of some of: \(AppPasswordScopes.allNames.joined(separator: ", ")).")
    }
    return scopes
  }

  /// The name that a value is; one that no scope has where it is none.
  private static func name(_ value: JSONValue) -> String {
    guard case .string(let name) = value else { return "" }
    return name
  }

  /// A new app password, with the secret that is told this once.
  static func bytes(of password: AppPassword, secret: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("password")
    writer.value(secret)
    writeMembers(of: password, to: &writer)
    writer.endObject()
    return writer.bytes
  }

  /// Writes an app password as a value, as its account sees it.
  static func write(_ password: AppPassword, to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(of: password, to: &writer)
    writer.endObject()
  }

  private static func writeMembers(of password: AppPassword, to writer: inout JSONWriter) {
    writer.name("id")
    writer.value(password.id.description)
    writer.name("name")
    writer.value(password.name)
    writer.name("scopes")
    writer.beginArray()
    for name in password.scopes.names { writer.value(name) }
    writer.endArray()
    writer.name("createdAt")
    writer.value(password.createdAt)
    if let expiresAt = password.expiresAt {
      writer.name("expiresAt")
      writer.value(expiresAt)
    }
    if let usedAt = password.usedAt {
      writer.name("usedAt")
      writer.value(usedAt)
    }
  }
}
