// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization

/// The folder of a cache's files, readable for its user only.
struct CacheFolder: Sendable {
  /// The name, head, size and last use of a file, which can be read without its content.
  struct File {
    let name: String
    let head: CacheFile.Head
    let size: Int
    let lastUse: Date
  }

  /// The age in seconds, one hour, at which a draft counts as left behind and is removed.
  static let maximalDraftAge = 3600.0

  let path: String
  private static let draftCount = Atomic<Int>(0)

  /// The files that are there. What is no file of a cache, and drafts that were left behind, are removed.
  func files() -> [File] {
    names.compactMap { name in
      if name.hasSuffix(Self.draftSuffix) {
        removeOldDraft(name)
        return nil
      }
      guard name.hasSuffix(Self.suffix) else { return nil }
      if let file = file(name) { return file }
      remove(name)
      return nil
    }
  }

  /// The bytes of a file; none where it is not there.
  func read(_ name: String) -> Data? {
    guard let handle = open(name) else { return nil }
    return try? handle.readToEnd()
  }

  /// Notes that a file was used now.
  func touch(_ name: String) { utimensat(AT_FDCWD, full(name), nil, AT_SYMLINK_NOFOLLOW) }

  func remove(_ name: String) { unlink(full(name)) }

  /// Writes a new file; gives its name, which is not that of any other.
  func writeDraft(_ bytes: Data) -> String? {
    guard makeFolder() else { return nil }
    let number = Self.draftCount.wrappingAdd(1, ordering: .relaxed).newValue
    let name = "\(getpid())-\(number)-\(UInt64.random(in: 0...UInt64.max))\(Self.draftSuffix)"
    let descriptor = Glibc.open(full(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard (try? handle.write(contentsOf: bytes)) != nil else {
      remove(name)
      return nil
    }
    return name
  }

  /// Gives a draft its name, in place of what had it.
  func rename(_ draft: String, to name: String) -> Bool {
    if Glibc.rename(full(draft), full(name)) == 0 { return true }
    remove(draft)
    return false
  }

  private static let suffix = ".response"
  private static let draftSuffix = ".draft"

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

  private func full(_ name: String) -> String { "\(path)/\(name)" }

  private func makeFolder() -> Bool {
    if access(path, W_OK) == 0 { return true }
    let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
    return
      (try? FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: permissions)) != nil
  }

  private func open(_ name: String) -> FileHandle? {
    let descriptor = Glibc.open(full(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    return descriptor >= 0 ? FileHandle(fileDescriptor: descriptor, closeOnDealloc: true) : nil
  }

  private func file(_ name: String) -> File? {
    guard let handle = open(name) else { return nil }
    var status = stat()
    guard fstat(handle.fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    guard let start = try? handle.read(upToCount: CacheFile.prologueLength),
      let prologue = CacheFile.Prologue(start), prologue.totalLength == Int(status.st_size),
      let bytes = try? handle.read(upToCount: prologue.headLength), let head = CacheFile.head(bytes),
      name == CacheFile.name(key: head.key, selection: head.selection)
    else { return nil }
    let lastUse = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
    return File(name: name, head: head, size: Int(status.st_size), lastUse: lastUse)
  }

  private func removeOldDraft(_ name: String) {
    var status = stat()
    guard lstat(full(name), &status) == 0 else { return }
    if Date().timeIntervalSince1970 - Double(status.st_mtim.tv_sec) > Self.maximalDraftAge { remove(name) }
  }
}
