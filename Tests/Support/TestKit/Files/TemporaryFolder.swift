// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A folder that is removed, with all it holds, when this object goes.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("\(Self.root)/woof-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestFailure("mkdtemp: \(errno)") }
    path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// In memory where there is plenty: every write of the stores waits for the disk, and no test here needs one.
  private static let root: String = {
    if let folder = getenv("TMPDIR") { return String(cString: folder) }
    var status = statvfs()
    guard statvfs("/dev/shm", &status) == 0, status.f_bavail * status.f_frsize > 1 << 30 else { return "/tmp" }
    return access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
  }()

  /// The path of something in the folder.
  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of what is in the folder.
  var names: [String] { Self.names(in: path) }

  /// The paths of all files below a folder of this one, from there.
  func files(below name: String) -> [String] { Self.files(below: path(name)).sorted() }

  /// The bytes of a file; none where it is not there.
  func read(_ name: String) -> [UInt8] { (try? [UInt8](contentsOfFile: path(name))) ?? [] }

  /// Writes a file.
  func write(_ bytes: [UInt8], to name: String) throws {
    let descriptor = creat(path(name), 0o600)
    defer { close(descriptor) }
    guard descriptor >= 0, Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw TestFailure("\(path(name)) cannot be written: \(errno)")
    }
  }

  /// Writes a file.
  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func files(below path: String) -> [String] {
    names(in: path).flatMap { name in
      isFolder("\(path)/\(name)") ? files(below: "\(path)/\(name)").map { "\(name)/\($0)" } : [name]
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func remove(_ path: String) {
    guard unlink(path) != 0 else { return }
    for name in names(in: path) { remove("\(path)/\(name)") }
    rmdir(path)
  }
}

/// Why a test could not go on.
struct TestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension [UInt8] {
  /// The bytes of a file.
  init(contentsOfFile path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw TestFailure("\(path): \(errno)") }
    defer { close(descriptor) }
    self = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 { self += buffer[..<count] }
  }
}

extension String {
  /// The text of a file.
  init(contentsOfFile path: String) throws {
    self.init(decoding: try [UInt8](contentsOfFile: path), as: UTF8.self)
  }
}
