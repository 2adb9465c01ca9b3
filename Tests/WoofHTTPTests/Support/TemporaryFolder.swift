import Glibc

/// A folder that goes, with the files in it, when this object does.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/woof-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw RawClient.Failure(reason: "mkdtemp: \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in names { unlink(file(name)) }
    rmdir(path)
  }

  /// The path of a file in the folder.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of the files in the folder.
  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    let descriptor = creat(file(name), 0o600)
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw RawClient.Failure(reason: "write") }
  }

  func read(_ name: String) -> [UInt8] {
    let descriptor = open(file(name), O_RDONLY)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 100_000)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }
}
