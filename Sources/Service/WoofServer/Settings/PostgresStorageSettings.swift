// SPDX-License-Identifier: Apache-2.0

package import WoofConfiguration
internal import WoofModel
internal import WoofPostgreSQL

/// The database that nodes share, and the folder of this node.
package struct PostgresStorageSettings: ConfigurationSection {
  /// The folder of this node, for what it keeps to itself.
  package let folder: String
  /// The connection string of libpq, without a password.
  let connection: String
  /// The file with the password of the database; `nil` where libpq finds it, or none is needed.
  let passwordFile: SecretFile?
  /// The file with the secret of the installation; `nil` where the database keeps it.
  let secretFile: SecretFile?
  let pool: PostgreSQLPoolConfiguration
  let deletionGrace: Duration
  let pollingInterval: Duration

  /// The folder where neither the configuration nor the command line names one.
  static let standardFolder = "woof-node"

  /// Reads the section.
  package init(from reader: inout ConfigurationReader) {
    folder = reader.value(
      "folder", .string, default: Self.standardFolder,
      "The folder of this node: its admin socket, its settings, and bytes on their way. It is made where there is none."
    )
    connection = reader.value(
      "connection", .string, default: "",
      "How the database is reached, as libpq takes it: postgresql://woof@host/woof, or a list of name=value. It holds no "
        + "password.")
    passwordFile = reader.value(
      "passwordFile", .optional(.string), default: nil,
      "A file with the password of the database, which only the service's user can read. Without one, libpq looks for "
        + "the password where it always does, or needs none."
    ).map { SecretFile(key: "storage.postgres.passwordFile", path: $0) }
    secretFile = reader.value(
      "secretFile", .optional(.string), default: nil,
      "A file with the secret of the installation, at least 32 bytes, the same on all nodes. Without one, the database "
        + "keeps the secret."
    ).map { SecretFile(key: "storage.postgres.secretFile", path: $0) }
    var pool = PostgreSQLPoolConfiguration()
    pool.size = reader.value(
      "connections", .integer(in: 1...64), default: pool.size,
      "How many connections read the database; one more writes, and each carries several calls at once.")
    pool.preparesStatements = reader.value(
      "preparesStatements", .boolean, default: pool.preparesStatements,
      "Lets the database prepare statements once a connection. Poolers before pgbouncer 1.21 must not see that in "
        + "transaction mode.")
    pool.deadline = reader.value(
      "deadline", .duration(in: .milliseconds(100)...(.seconds(300))), default: pool.deadline,
      "How long a call waits for the database before it is answered 503.")
    self.pool = pool
    deletionGrace = reader.value(
      "deletionGrace", .duration(in: .zero...(.seconds(3650 * 86_400))), default: .seconds(7 * 86_400),
      "For how long administrators can restore a photo that was deleted; 0s for not at all. Of nodes with other times the "
        + "one that deletes counts.")
    pollingInterval = reader.value(
      "pollInterval", .duration(in: .milliseconds(1)...(.seconds(10))), default: .milliseconds(20),
      "The time between two looks at what other nodes have written.")
    check(&reader)
  }

  private func check(_ reader: inout ConfigurationReader) {
    guard !connection.isEmpty else { return }
    do throws(PostgreSQLError) {
      guard try !PostgreSQLSettings(connection).hasPassword else {
        return reader.refuse(
          "connection", because: "it has a password, which belongs into the file that passwordFile names")
      }
    } catch {
      reader.refuse("connection", because: error.message)
    }
  }
}

extension PostgresStorageSettings {
  /// The settings of connections, with the password that the file holds now.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`, in words for the operator.
  func connectionSettings() throws -> PostgreSQLSettings {
    guard !connection.isEmpty else {
      throw WoofError(
        .internal, "storage.postgres.connection says nothing; set it, as to postgresql://woof@localhost/woof.")
    }
    let settings = try PostgreSQLSettings(connection)
    return try passwordFile.map { settings.password(String(decoding: try $0.read(), as: UTF8.self)) } ?? settings
  }

  /// The secret that the file holds; `nil` where no file is named.
  ///
  /// - Throws: As ``connectionSettings()``.
  func secret() throws -> [UInt8]? {
    guard let secretFile else { return nil }
    let bytes = try secretFile.read()
    guard bytes.count >= Self.shortestSecret else {
      throw WoofError(
        .internal,
        "\(secretFile.key): \(secretFile.path) holds \(bytes.count) bytes; make one of \(Self.shortestSecret) or more, as "
          + "by: openssl rand -hex 32")
    }
    return bytes
  }

  private static let shortestSecret = 32
}
