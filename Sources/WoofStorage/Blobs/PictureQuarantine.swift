internal import WoofModel

/// Where pictures go on whose account a transformer failed, beside damaged blobs: `<hex>.picture`, and `<hex>.txt` with
/// what happened. Nobody is served with them. What is beyond the limits is thrown away, so that nobody can fill the disk
/// by sending such pictures.
struct PictureQuarantine: Sendable {
  /// How many pictures are kept.
  private static let countLimit = 100
  /// How many bytes they have together.
  private static let byteLimit: Int64 = 1_000_000_000

  private let folder: String
  private let files: any FileSystem

  init(in folder: DataFolder) {
    self.folder = folder.quarantinePath
    files = folder.files
  }

  /// Takes a file of the spool.
  ///
  /// - Returns: Where it is; `nil` where there is no room for it.
  func take(_ spool: String, byteCount: Int64, as digest: Digest, note: String) throws(FileSystemError) -> String? {
    try files.makeDurableFolder(at: folder)
    let path = "\(folder)/\(digest.hexadecimal)\(Self.ending)"
    guard try files.byteCount(at: path) == nil else { return path }
    guard try hasRoom(for: byteCount) else { return nil }
    try QuarantineNote(of: digest, .picture, in: folder, files: files).write(note)
    guard try files.rename(spool, to: path) else { return nil }
    try files.synchronizeFolder(at: folder)
    return path
  }

  private static let ending = ".picture"

  private func hasRoom(for byteCount: Int64) throws(FileSystemError) -> Bool {
    let names = try files.names(in: folder).filter { $0.hasSuffix(Self.ending) }
    guard names.count < Self.countLimit else { return false }
    var total = byteCount
    for name in names { total += try files.byteCount(at: "\(folder)/\(name)") ?? 0 }
    return total <= Self.byteLimit
  }
}
