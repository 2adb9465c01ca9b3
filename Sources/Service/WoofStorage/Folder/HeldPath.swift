// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// A path that was walked once, with the folder that it led to held open: what is done at its ``location`` is done there,
/// whatever the path leads to by then.
///
/// Links on the way are followed. A path may end in names of what is not there yet, but not in `..` after one of them:
/// where that leads depends on what will be made under the name.
package final class HeldPath: Sendable {
  /// The path, absolute and as it was given, for messages.
  package let path: String
  private let folder: HeldFile
  /// The names below the folder of what is not there yet, or the one name of what is no folder.
  private let rest: [String]

  private static let linkLimit = 40

  /// Walks a path.
  ///
  /// - Throws: ``FileSystemError`` with `ENOENT` for `..` after what is not there, `ENOTDIR` for a name below what is no
  ///   folder, `ELOOP` for links that lead to each other, `EACCES` for a folder that is closed to the service.
  package convenience init(_ path: String) throws(FileSystemError) {
    let path = DataFolder.absolute(path)
    var folder = try HeldFile.root(path)
    var ahead = Array(path.names.reversed())
    var rest: [String] = []
    var linkCount = 0
    while let name = ahead.popLast() {
      guard let next = try folder.find(name, path: path) else {
        rest = [name] + ahead.reversed()
        break
      }
      switch next.kind {
      case .folder: folder = next
      case .link:
        linkCount += 1
        guard linkCount <= Self.linkLimit else { throw FileSystemError("open", path: path, number: ELOOP) }
        let target = try next.linkTarget(path: path)
        if target.hasPrefix("/") { folder = try HeldFile.root(path) }
        ahead += target.names.reversed()
      case .file:
        guard ahead.isEmpty else { throw FileSystemError("open", path: path, number: ENOTDIR) }
        rest = [name]
      }
    }
    guard !rest.contains("..") else { throw FileSystemError("open", path: path, number: ENOENT) }
    self.init(path: path, folder: folder, rest: rest)
  }

  private init(path: String, folder: HeldFile, rest: [String]) {
    self.path = path
    self.folder = folder
    self.rest = rest
  }

  /// The path at which to work, through the open folder. It is valid for as long as this object exists.
  package var location: String { rest.reduce(folder.location) { "\($0)/\($1)" } }

  /// `true` if the path leads to a folder that exists.
  var isFolder: Bool { rest.isEmpty }

  /// Returns whether this is the place to which another path leads, or lies below it, whatever their names.
  package func lies(in other: HeldPath) throws(FileSystemError) -> Bool {
    guard other.isFolder else { return folder.identity == other.folder.identity && rest.starts(with: other.rest) }
    var current = folder
    while current.identity != other.folder.identity {
      guard let parent = try current.find("..", path: path), parent.identity != current.identity else { return false }
      current = parent
    }
    return true
  }

  /// The folder in which the last name stands, and that name; `nil` where the path leads to a folder that is there.
  var parent: (folder: HeldPath, name: String)? {
    guard let name = rest.last else { return nil }
    return (HeldPath(path: path.folderPath, folder: folder, rest: rest.dropLast()), name)
  }

  /// A name below this path, which is not looked for.
  func appending(_ name: String) -> HeldPath { HeldPath(path: "\(path)/\(name)", folder: folder, rest: rest + [name]) }

  /// Makes the folders that are missing, durably and for their owner only. What stands under a name by now has to be a
  /// folder: no link is followed any more.
  func makeFolder(in files: any FileSystem) throws(FileSystemError) -> HeldPath {
    var folder = folder
    do throws(FileSystemError) {
      for name in rest {
        if try files.makeFolder(at: "\(folder.location)/\(name)") { try files.synchronizeFolder(at: folder.location) }
        guard let next = try folder.find(name, path: path), next.kind == .folder else {
          throw FileSystemError("open", path: path, number: ENOTDIR)
        }
        folder = next
      }
    } catch {
      throw FileSystemError(error.call, path: path, number: error.number)
    }
    return HeldPath(path: path, folder: folder, rest: [])
  }

  /// An error with the path that people know, where it is about what lies at or below the ``location``.
  func named(_ error: any Error) -> any Error {
    guard let failure = error as? FileSystemError, let place = failure.path, place.hasPrefix(location) else {
      return error
    }
    let below = place.dropFirst(location.count)
    guard below.isEmpty || below.hasPrefix("/") else { return error }
    return FileSystemError(failure.call, path: "\(path)\(below)", number: failure.number)
  }
}

extension String {
  fileprivate var names: [String] { split(separator: "/").filter { $0 != "." }.map { String($0) } }
}

/// Something that was found by its name, open for nothing but to be found again.
private final class HeldFile: Sendable {
  struct Identity: Hashable {
    let device: UInt64
    let node: UInt64
  }

  enum Kind {
    case folder
    case link
    case file
  }

  let identity: Identity
  let kind: Kind
  private let descriptor: Int32

  private init(_ descriptor: Int32, path: String) throws(FileSystemError) {
    guard descriptor >= 0 else { throw FileSystemError("open", path: path, number: errno) }
    self.descriptor = descriptor
    var status = stat()
    // It cannot fail for a descriptor that is open.
    fstat(descriptor, &status)
    identity = Identity(device: UInt64(status.st_dev), node: UInt64(status.st_ino))
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .file
      }
  }

  deinit { close(descriptor) }

  static func root(_ path: String) throws(FileSystemError) -> HeldFile {
    try HeldFile(woof_hold(AT_FDCWD, "/"), path: path)
  }

  var location: String { "/proc/self/fd/\(descriptor)" }

  /// Finds the entry with a name in the folder, and follows no link.
  ///
  /// - Returns: The entry; `nil` if there is none.
  func find(_ name: String, path: String) throws(FileSystemError) -> HeldFile? {
    let found = woof_hold(descriptor, name)
    if found < 0, errno == ENOENT { return nil }
    return try HeldFile(found, path: path)
  }

  func linkTarget(path: String) throws(FileSystemError) -> String {
    var characters = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(descriptor, "", &characters, characters.count)
    guard count > 0 else { throw FileSystemError("readlink", path: path, number: errno) }
    return String(decoding: characters.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
