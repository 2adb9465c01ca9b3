// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The part of an archive that has come, for going on with it after the program has ended: `NAME.part` beside the file that it
/// will become, and `NAME.part.json`, which its owner alone may read, as it has the address of the archive.
package struct ArchivePart: Sendable {
  /// The facts that are kept beside the bytes.
  package struct Facts: Codable, Hashable, Sendable {
    /// The name of the file that it will become.
    package var name: String
    /// The photos that were asked for, in words that are the same for the same photos of the same service.
    package var subject: String
    /// The archive, with its address.
    package var archive: MadeArchive
    /// The strong entity tag of the bytes; `nil` where none have come.
    package fileprivate(set) var tag: String?
    /// The number of all bytes; `nil` where none have come.
    package fileprivate(set) var byteCount: Int64?
  }

  /// The path of the bytes.
  package let path: String
  /// The path of the file that it will become.
  package let destination: String
  private let factsPath: String
  private let name: String

  /// Room for the endings within what a file system takes for a name.
  private static let nameByteLimit = 240
  /// More is no file of facts.
  private static let factsByteLimit = 64 * 1024

  /// The part of a file; nothing is looked at or made.
  package init(of destination: String) {
    self.destination = destination
    let folder = (destination as NSString).deletingLastPathComponent
    name = (destination as NSString).lastPathComponent
    var stem = name
    while stem.utf8.count > Self.nameByteLimit { stem.removeLast() }
    path = (folder as NSString).appendingPathComponent("\(stem).part")
    factsPath = "\(path).json"
  }

  /// The facts that were kept about a part of these photos, whose file is there too.
  ///
  /// - Parameter subject: The photos, as ``Facts/subject`` says them.
  /// - Returns: The facts; `nil` where there is no part, or one of something else.
  package func facts(about subject: String) -> Facts? {
    guard let facts = facts(), facts.subject == subject, facts.name == name, count > 0 else { return nil }
    return facts
  }

  /// The number of bytes that have come.
  package var count: Int64 {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : 0
  }

  /// The facts about an archive of which nothing has come, or, if `old` knows some, about going on with it at another address.
  package func facts(about subject: String, at archive: MadeArchive, after old: Facts? = nil) -> Facts {
    Facts(name: name, subject: subject, archive: archive, tag: old?.tag, byteCount: old?.byteCount)
  }

  /// Makes sure that a file of this name is a part of an archive: what somebody else wrote is not written over.
  ///
  /// - Throws: ``WoofError`` with the code `fileNotWritable`.
  package func check() throws(WoofError) {
    var status = stat()
    guard lstat(path, &status) == 0, facts() == nil else { return }
    throw WoofError(
      .fileNotWritable, "\(path) is there already and no part of an archive: move it away, or choose another name.")
  }

  /// Keeps facts, in place of others.
  ///
  /// - Throws: ``WoofError`` of the client's codes for files.
  func keep(_ facts: Facts) throws(WoofError) {
    let data: Data
    do {
      data = try JSONEncoder().encode(facts)
    } catch {
      throw WoofError(.internal, "\(factsPath) cannot be written.", cause: error)
    }
    var file = try PartialFile(for: factsPath, mode: 0o600)
    try data.withUnsafeBytes { bytes in Result { () throws(WoofError) in try file.append(bytes) } }.get()
    try file.moveIntoPlace()
  }

  /// Removes the facts, as when the file is whole.
  func forgetFacts() { unlink(factsPath) }

  /// Removes the bytes and the facts.
  package func remove() {
    unlink(path)
    unlink(factsPath)
  }

  private func facts() -> Facts? {
    let descriptor = open(factsPath, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    // What somebody else wrote could lead to another service.
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_size <= Self.factsByteLimit,
      let data = try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd()
    else { return nil }
    return try? JSONDecoder().decode(Facts.self, from: data)
  }
}

extension ArchivePart.Facts {
  /// The same facts, with what the head of a response says.
  func with(tag: String?, byteCount: Int64?) -> Self {
    var facts = self
    (facts.tag, facts.byteCount) = (tag, byteCount)
    return facts
  }
}
