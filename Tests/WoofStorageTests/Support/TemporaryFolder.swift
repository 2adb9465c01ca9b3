import Glibc
import WoofStorage

/// A folder that is removed, with all it holds, when the object goes.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/woof-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw FileSystemError("mkdtemp", number: errno) }
    path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    guard unlink(path) != 0 else { return }
    for name in (try? SystemFileSystem().names(in: path)) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }
}
