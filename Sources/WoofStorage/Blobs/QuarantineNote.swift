internal import WoofModel

/// What is noted of bytes that are set aside, in a file beside them: `<hex>.txt` of a picture, `<hex>.damage.txt` of a
/// damaged blob.
struct QuarantineNote: Sendable {
  /// How many bytes of a note are read.
  private static let limit = 4096

  private let path: String
  private let files: any FileSystem

  init(of digest: Digest, _ cause: AdminQuarantined.Cause, in folder: String, files: any FileSystem) {
    path =
      switch cause {
      case .picture: "\(folder)/\(digest.hexadecimal).txt"
      case .damage: "\(folder)/\(digest.hexadecimal).damage.txt"
      }
    self.files = files
  }

  /// Writes the note, in place of the one that is there.
  func write(_ text: String) throws(FileSystemError) {
    try files.remove(path)
    let descriptor = try files.createFile(at: path)
    defer { files.close(descriptor) }
    try files.writeAll(Array("\(text)\n".utf8), to: descriptor)
    try files.synchronizeFile(descriptor)
  }

  /// The note; `nil` where there is none.
  func text() throws -> String? {
    guard let bytes = try files.bytes(ofFileAt: path, limit: Self.limit) else { return nil }
    return String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }

  /// Removes the note, where there is one.
  func remove() throws(FileSystemError) { try files.remove(path) }
}
