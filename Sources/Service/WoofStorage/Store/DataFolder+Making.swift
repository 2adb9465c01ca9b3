// SPDX-License-Identifier: Apache-2.0

extension DataFolder {
  /// Makes a folder with an empty store in it, durably.
  ///
  /// A configuration, certificates and what the system keeps in every file system may lie there already.
  ///
  /// - Returns: `true` if it was made; `false` where the folder has a store, which stays as it is.
  /// - Throws: ``StorageError`` with the code `not-empty` where the folder holds something else, `half-restored`, `in-use` or
  ///   `inaccessible`.
  package static func make(at path: String) async throws(StorageError) -> Bool {
    try await make(at: path, files: SystemFileSystem())
  }

  static func make(at path: String, files: any FileSystem) async throws(StorageError) -> Bool {
    let place = absolute(path)
    do {
      if try hasStore(place, files) { return false }
      let names = try files.byteCount(at: place) == nil ? [] : try files.names(in: place)
      // What a restore left is told by opening the folder.
      guard names.contains(restoringName) || names.allSatisfy(mayPrecedeStore) else {
        throw StorageError.foreign(place)
      }
    } catch {
      throw StorageError("\(place) cannot be used", error)
    }
    let folder = try open(at: path, for: .service, files: files)
    defer { folder.close() }
    await (try EmbeddedStore(in: folder)).close()
    return true
  }

  private static func mayPrecedeStore(_ name: String) -> Bool {
    ["lost+found", "lock", "settings.json"].contains(name) || name.hasSuffix(".json5") || name.hasSuffix(".pem")
  }
}
