// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Keeps credentials in a file that nobody but its owner may read: JSON, with mode 0600.
///
/// A file that others may read or write is not believed. The file is replaced as a whole, so that a crash leaves either
/// the old one or the new one.
public actor FileCredentialStore: CredentialStore {
  private struct Entry: Codable {
    var name: String
    var password: String
  }

  private let file: URL
  private var entries: [String: Entry]?

  /// Makes a store in a file, which need not be there yet; its folder must be.
  public init(file: URL) { self.file = file }

  /// Returns the credential that is kept for a service; `nil` if there is none, the file cannot be read, or others may
  /// read or change it.
  public func credential(for service: URL) -> Credential? {
    guard let entry = read()[service.absoluteString] else { return nil }
    return Credential(name: entry.name, password: entry.password)
  }

  /// Keeps a credential for a service.
  ///
  /// - Throws: ``WoofError`` with ``WoofError/Code/fileNotWritable`` or ``WoofError/Code/diskFull``.
  public func save(_ credential: Credential, for service: URL) throws {
    var changed = read()
    changed[service.absoluteString] = Entry(name: credential.name, password: credential.password)
    try write(changed)
  }

  /// Forgets what is kept for a service.
  ///
  /// - Throws: ``WoofError`` with ``WoofError/Code/fileNotWritable`` or ``WoofError/Code/diskFull``.
  public func removeCredential(for service: URL) throws {
    var changed = read()
    guard changed.removeValue(forKey: service.absoluteString) != nil else { return }
    try write(changed)
  }

  private func read() -> [String: Entry] {
    if let entries { return entries }
    var status = stat()
    guard lstat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0,
      status.st_uid == geteuid(), let data = try? Data(contentsOf: file),
      let read = try? JSONDecoder().decode([String: Entry].self, from: data)
    else { return [:] }
    entries = read
    return read
  }

  private func write(_ changed: [String: Entry]) throws {
    let data = try JSONEncoder().encode(changed)
    var partial = try PartialFile(for: file.path, mode: 0o600)
    try data.withUnsafeBytes { try partial.append($0) }
    try partial.moveIntoPlace()
    entries = changed
  }
}

extension CredentialStore where Self == FileCredentialStore {
  /// Returns a store that keeps credentials in a file.
  public static func file(_ file: URL) -> FileCredentialStore { FileCredentialStore(file: file) }
}
