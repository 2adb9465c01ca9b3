// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofAdministration
internal import WoofModel

/// The quarantine of pictures that made a transformer fail, beside damaged blobs: `<hex>.picture`, and `<hex>.txt` with
/// the sender and what happened. They are never served. Each account has its share of the places, so that nobody can
/// fill the disk by sending such pictures, nor push out those of others.
struct PictureQuarantine: Sendable {
  private let folder: String
  private let files: any FileSystem
  private let share: QuarantineShare

  init(in folder: DataFolder, share: QuarantineShare = QuarantineShare()) {
    self.folder = folder.quarantinePath
    files = folder.files
    self.share = share
  }

  /// Takes a file of the spool.
  ///
  /// - Returns: The path of the file in the quarantine; `nil` where there is no room for it.
  func take(
    _ spool: String, byteCount: Int64, as digest: Digest, by account: AccountID, note: String
  ) throws -> String? {
    try files.makeDurableFolder(at: folder)
    let path = path(of: digest)
    guard try files.byteCount(at: path) == nil else { return path }
    let held = try held()
    let number = (held.map(\.number).max() ?? 0) + 1
    let new = QuarantineShare.Held(digest: digest, account: account, number: number, byteCount: byteCount)
    guard let leaving = share.givingWay(to: new, among: held) else { return nil }
    for picture in leaving {
      try files.remove(self.path(of: picture.digest))
      try QuarantineNote(of: picture.digest, .picture, in: folder, files: files).remove()
    }
    let origin = QuarantineNote.Origin(account: account, number: number)
    try QuarantineNote(of: digest, .picture, in: folder, files: files).write(note, from: origin)
    guard try files.rename(spool, to: path) else { return nil }
    try files.synchronizeFolder(at: folder)
    return path
  }

  private static let ending = ".picture"

  private func path(of digest: Digest) -> String { "\(folder)/\(digest.hexadecimal)\(Self.ending)" }

  /// All pictures that are set aside.
  private func held() throws -> [QuarantineShare.Held] {
    var held: [QuarantineShare.Held] = []
    for name in try files.names(in: folder) where name.hasSuffix(Self.ending) {
      guard let digest = BlobLayout.digest(of: String(name.dropLast(Self.ending.count))) else { continue }
      let origin = try QuarantineNote(of: digest, .picture, in: folder, files: files).origin()
      held.append(
        QuarantineShare.Held(
          digest: digest, account: origin?.account, number: origin?.number ?? 0,
          byteCount: try files.byteCount(at: "\(folder)/\(name)") ?? 0))
    }
    return held
  }
}
