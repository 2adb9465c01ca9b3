internal import Glibc
public import WoofCore
public import WoofModel

extension FileBlobStore: QuarantineStore {
  /// All that was set aside, the last first: damaged blobs, and pictures that made a transformer fail.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  public func quarantined() throws -> [AdminQuarantined] {
    try answering {
      guard try files.byteCount(at: quarantinePath) != nil else { return [] }
      var found: [AdminQuarantined] = []
      for name in try files.names(in: quarantinePath) {
        guard let file = QuarantinedFile(name: name), let status = Self.status(of: path(of: file)) else { continue }
        var item = AdminQuarantined(
          digest: file.digest, cause: file.cause, byteCount: Int64(status.st_size), quarantinedAt: status.changedAt)
        item.note = try note(of: file)
        found.append(item)
      }
      return found.sorted { ($0.quarantinedAt, $0.digest.hexadecimal) > ($1.quarantinedAt, $1.digest.hexadecimal) }
    }
  }

  /// Returns the number of blobs and pictures that are set aside, without reading them.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  public func quarantinedCount() throws -> Int {
    try answering {
      guard try files.byteCount(at: quarantinePath) != nil else { return 0 }
      return try files.names(in: quarantinePath).count { QuarantinedFile(name: $0) != nil }
    }
  }

  /// Opens the bytes that were set aside under a digest; `nil` where there are none.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  public func openQuarantined(_ digest: Digest) throws -> (any BlobFile)? {
    try answering {
      for cause in AdminQuarantined.Cause.allCases {
        if let file = try openFile(at: path(of: QuarantinedFile(digest, cause))) { return file }
      }
      return nil
    }
  }

  /// Throws away what was set aside under a digest.
  ///
  /// - Returns: Whether there was anything.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  public func removeQuarantined(_ digest: Digest) throws -> Bool {
    try answering {
      var isFound = false
      for cause in AdminQuarantined.Cause.allCases {
        let path = path(of: QuarantinedFile(digest, cause))
        guard try files.byteCount(at: path) != nil else { continue }
        isFound = true
        try files.remove(path)
        try QuarantineNote(of: digest, cause, in: quarantinePath, files: files).remove()
      }
      guard isFound else { return false }
      try files.synchronizeFolder(at: quarantinePath)
      return true
    }
  }

  private func path(of file: QuarantinedFile) -> String { "\(quarantinePath)/\(file.name)" }

  /// Returns the note on a file; for a damaged blob, it also says if the right bytes are back.
  private func note(of file: QuarantinedFile) throws -> String? {
    let note = try QuarantineNote(of: file.digest, file.cause, in: quarantinePath, files: files).text()
    guard file.cause == .damage, try files.byteCount(at: layout.path(of: file.digest)) != nil else { return note }
    return [note, "the right bytes are back"].compactMap(\.self).joined(separator: "; ")
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private func answering<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw WoofError(storage: error) }
  }
}

extension stat {
  /// The time at which the file was made or moved; its content may be older.
  fileprivate var changedAt: Timestamp {
    Timestamp(milliseconds: Int64(st_ctim.tv_sec) * 1000 + Int64(st_ctim.tv_nsec) / 1_000_000)
  }
}

/// A file of the quarantine.
private struct QuarantinedFile {
  let digest: Digest
  let cause: AdminQuarantined.Cause

  init(_ digest: Digest, _ cause: AdminQuarantined.Cause) {
    self.digest = digest
    self.cause = cause
  }

  /// Reads a name; `nil` where it is that of a note, or of a copy that broke off.
  init?(name: String) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let digest = parts.first.flatMap({ BlobLayout.digest(of: String($0)) }) else { return nil }
    self.digest = digest
    switch parts.dropFirst().first {
    case nil: cause = .damage
    case "picture": cause = .picture
    default: return nil
    }
  }

  var name: String {
    switch cause {
    case .damage: digest.hexadecimal
    case .picture: "\(digest.hexadecimal).picture"
    }
  }
}
