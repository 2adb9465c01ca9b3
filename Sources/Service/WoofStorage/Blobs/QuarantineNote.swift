// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
internal import WoofCore
internal import WoofModel

/// A note on bytes that are set aside, in a file beside them: `<hex>.txt` of a picture, `<hex>.damage.txt` of a damaged
/// blob. That of a picture begins with a line that says which account sent it.
struct QuarantineNote: Sendable {
  /// The sender of a picture, and its place in the order in which pictures were set aside.
  struct Origin: Hashable, Sendable {
    let account: AccountID
    let number: Int64

    fileprivate init?(line: Substring) {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 4, words[0] == "account", words[2] == "picture", let account = Int64(words[1]),
        let number = Int64(words[3])
      else { return nil }
      self.account = AccountID(rawValue: account)
      self.number = number
    }

    init(account: AccountID, number: Int64) {
      self.account = account
      self.number = number
    }

    fileprivate var line: String { "account \(account.rawValue) picture \(number)" }
  }

  /// The maximum length of a note that is read, in bytes.
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
  func write(_ text: String, from origin: Origin? = nil) throws(FileSystemError) {
    try files.remove(path)
    let descriptor = try files.createFile(at: path)
    defer { files.close(descriptor) }
    let head = origin.map { "\($0.line)\n" } ?? ""
    try files.writeAll(Array("\(head)\(text)\n".utf8), to: descriptor)
    try files.synchronizeFile(descriptor)
  }

  /// The note, without the line of its origin; `nil` where there is none.
  func text() throws -> String? { try read()?.text }

  /// The origin of a picture; `nil` where the note does not say it.
  func origin() throws -> Origin? { try read()?.origin }

  /// Removes the note, where there is one.
  func remove() throws(FileSystemError) { try files.remove(path) }

  private func read() throws -> (origin: Origin?, text: String)? {
    guard let bytes = try files.bytes(ofFileAt: path, limit: Self.limit) else { return nil }
    let text = String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    let end = text.firstIndex(of: "\n") ?? text.endIndex
    guard let origin = Origin(line: text[..<end]) else { return (nil, text) }
    return (origin, end == text.endIndex ? "" : String(text[text.index(after: end)...]))
  }
}
