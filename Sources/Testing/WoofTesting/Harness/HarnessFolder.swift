// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// The folder of a harness's data: removed in the end unless it is to be kept, at the latest when the process exits.
final class HarnessFolder: Sendable {
  let path: String
  /// The folder in it that the service keeps its data in.
  var data: String { "\(path)/data" }
  private let isOurs: Bool
  private let keeps: Mutex<Bool>

  /// Makes a temporary folder, or uses one that is there and stays.
  ///
  /// - Throws: ``HarnessError`` of code `noFolder`.
  init(at given: String?, keeps: Bool) throws(HarnessError) {
    self.keeps = Mutex(keeps)
    isOurs = given == nil
    if let given {
      path = given
      guard mkdir(given, 0o700) == 0 || errno == EEXIST else { throw Self.failure(given) }
    } else {
      var template = Array("\(Self.root)/woof-harness-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { throw Self.failure(Self.root) }
      path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      LeftoverFolders.note(path)
    }
  }

  deinit { remove() }

  /// Lets the folder stay when the harness ends.
  func keep() { keeps.withLock { $0 = true } }

  /// `true` if the folder stays when the harness ends.
  var stays: Bool { !isOurs || keeps.withLock { $0 } }

  /// Removes the folder unless it is to be kept.
  func remove() {
    guard isOurs else { return }
    LeftoverFolders.forget(path)
    if !stays { LeftoverFolders.remove(path) }
  }

  /// The folder of temporary folders: in memory where there is plenty, as what a test writes need not survive anything.
  private static let root: String = {
    if let folder = getenv("TMPDIR") { return String(cString: folder) }
    var status = statvfs()
    guard statvfs("/dev/shm", &status) == 0, status.f_bavail * status.f_frsize > 1 << 30 else { return "/tmp" }
    return access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
  }()

  private static func failure(_ path: String) -> HarnessError {
    let reason = String(cString: strerror(errno))
    return HarnessError(
      .noFolder, "No folder for data could be made at \(path): \(reason). Set TMPDIR to one that can.")
  }
}

/// The folders of harnesses that have not been stopped. A process that exits with some removes them, and says so.
enum LeftoverFolders {
  private static let paths = Mutex<Set<String>>([])
  private static let isWatching: Void = {
    atexit {
      let left = LeftoverFolders.paths.withLock { $0 }
      for path in left.sorted() {
        LeftoverFolders.complain("a WoofHarness was never stopped; call stop() on it. Its data in \(path) is removed.")
        LeftoverFolders.remove(path)
      }
    }
  }()

  static func note(_ path: String) {
    _ = isWatching
    paths.withLock { _ = $0.insert(path) }
  }

  static func forget(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Says something on standard error.
  static func complain(_ message: String) {
    let line = Array("\(message)\n".utf8)
    _ = write(2, line, line.count)
  }

  static func remove(_ path: String) {
    guard unlink(path) != 0, let folder = opendir(path) else { return }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    closedir(folder)
    for name in names where name != "." && name != ".." { remove("\(path)/\(name)") }
    rmdir(path)
  }
}
