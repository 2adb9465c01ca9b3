// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine

/// The file that `dogs login` keeps names and passwords in.
struct CredentialsFile: Hashable, Sendable {
  static let standardName = "~/.config/dogs/credentials.json"

  let path: String

  /// Returns the default path of the file (XDG Base Directory Specification).
  static func standardPath(_ environment: [String: String]) -> String {
    let home = environment.text("HOME") ?? NSHomeDirectory()
    let folder = environment.text("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
    return "\(folder)/dogs/credentials.json"
  }

  /// Makes sure that nobody else may read or change the file, where it is there.
  ///
  /// - Throws: `CommandFailure` which says what to do.
  func check() throws {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else {
        throw CommandFailure("\(path) cannot be looked at (\(String(cString: strerror(errno)))): check its folder.")
      }
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CommandFailure("\(path) is no ordinary file: name another by --credentials.")
    }
    guard status.st_uid == geteuid() else {
      throw CommandFailure("\(path) belongs to somebody else: name another by --credentials.")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw CommandFailure("\(path) holds passwords, and others may read or change it. Protect it: chmod 600 \(path)")
    }
  }

  /// Keeps a credential for a service; makes the file's folder where it is missing.
  ///
  /// - Throws: `WoofError`, or what the system says of the folder.
  func save(_ credential: Credential, for service: URL) async throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandFailure("\(folder.path) cannot be made: name another file by --credentials.")
    }
    try await store.save(credential, for: service)
  }

  /// The file as a store that reads and writes it.
  var store: FileCredentialStore { FileCredentialStore(file: URL(fileURLWithPath: path)) }
}
