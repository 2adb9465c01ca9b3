// SPDX-License-Identifier: Apache-2.0

import Glibc
@testable import TestKit

/// Debian's PostgreSQL and pgbouncer, as far as they are installed.
package enum PostgreSQLInstallation {
  /// The folder of the server's programs; `nil` where it is not installed. `script/test` installs it.
  package static let programs: String? = names(in: "/usr/lib/postgresql").compactMap { Int($0) }.sorted()
    .map { "/usr/lib/postgresql/\($0)/bin" }.last { access("\($0)/postgres", X_OK) == 0 }

  /// `true` if the server is installed.
  package static var isInstalled: Bool { programs != nil }

  /// `true` if pgbouncer is installed, too.
  package static let hasPooler = isInstalled && access("/usr/sbin/pgbouncer", X_OK) == 0

  /// `true` if `pgbench` is installed, too.
  package static let hasBench = programs.map { access("\($0)/pgbench", X_OK) == 0 } ?? false

  /// The user whom servers run as: they refuse to run as root. `nil` for the user of this process.
  static let user: String? = geteuid() == 0 ? "postgres" : nil

  /// The words before a program that runs as ``user``.
  static let asUser = user.map { ["runuser", "-u", $0, "--"] } ?? []

  /// Makes a folder that belongs to ``user``.
  ///
  /// - Throws: `TestFailure`.
  static func makeFolder() throws -> String {
    let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(root)/woof-postgresql-XXXXXX".utf8CString)  // mkdtemp(3) makes a name of the six letters
    guard mkdtemp(&template) != nil else { throw TestFailure("mkdtemp: \(errno)") }
    let path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if let user, let entry = getpwnam(user) {
      guard chown(path, entry.pointee.pw_uid, entry.pointee.pw_gid) == 0 else { throw TestFailure("chown: \(errno)") }
    }
    return path
  }

  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }
}
