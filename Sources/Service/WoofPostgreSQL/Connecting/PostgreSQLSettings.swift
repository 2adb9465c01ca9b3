// SPDX-License-Identifier: Apache-2.0

internal import CPostgreSQL

/// A connection string of libpq, in either of its forms (libpq, "Connection Strings"), checked and completed.
///
/// It may hold a password, so nothing shows it: neither a description, nor a dump, nor an error.
package struct PostgreSQLSettings: Sendable {
  /// The names and values for `PQconnectdbParams`.
  private(set) var options: [String: String]

  /// The settings that a string does not name: the character set is always UTF-8, a standby is never written to, and a host
  /// that is gone is noticed.
  private static let defaults = [
    "target_session_attrs": "read-write", "connect_timeout": "5", "keepalives_idle": "10", "keepalives_interval": "5",
    "keepalives_count": "3", "tcp_user_timeout": "20000", "application_name": "woof",
  ]

  /// Reads a connection string.
  ///
  /// - Throws: ``PostgreSQLError`` with the code `invalid-settings`; its message holds nothing of the string.
  package init(_ string: String) throws(PostgreSQLError) {
    // libpq's own message would quote a part of the string, which may be the password.
    guard let parsed = PQconninfoParse(string, nil) else {
      throw PostgreSQLError(
        .invalidSettings,
        "the connection string is not understood; it is a URL as postgresql://user@host/name, or a list of name=value")
    }
    defer { PQconninfoFree(parsed) }
    var options: [String: String] = [:]
    var option = parsed
    while let name = option.pointee.keyword {
      if let value = option.pointee.val { options[String(cString: name)] = String(cString: value) }
      option += 1
    }
    guard options["options"] == nil else {
      throw PostgreSQLError(
        .invalidSettings,
        "the connection string must not have options=, which poolers refuse; use ALTER ROLE … SET for settings of a session"
      )
    }
    guard options["replication"] == nil else {
      throw PostgreSQLError(.invalidSettings, "the connection string must not have replication=")
    }
    self.options = Self.defaults.merging(options) { _, own in own }
    self.options["client_encoding"] = "UTF8"
  }

  /// Returns these settings with another database.
  package func database(_ name: String) -> PostgreSQLSettings {
    var settings = self
    settings.options["dbname"] = name
    return settings
  }

  /// `true` if the settings hold a password.
  package var hasPassword: Bool { options["password"] != nil }

  /// Returns these settings with a password.
  package func password(_ password: String) -> PostgreSQLSettings {
    var settings = self
    settings.options["password"] = password
    return settings
  }

  /// Takes the password out of a message that is to be logged, where libpq or a server has put it there.
  func redacted(_ message: String) -> String {
    guard let password = options["password"], !password.isEmpty else { return message }
    var text = ""
    var rest = message[...]
    while let range = rest.firstRange(of: password) {
      text += rest[..<range.lowerBound] + "…"
      rest = rest[range.upperBound...]
    }
    return text + rest
  }
}

extension PostgreSQLSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Nothing of the connection string.
  package var description: String { "settings of PostgreSQL" }

  /// Nothing of the connection string.
  package var debugDescription: String { description }

  /// Nothing of the connection string.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
