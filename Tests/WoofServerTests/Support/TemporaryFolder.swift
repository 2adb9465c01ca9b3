import FoundationEssentials
import Glibc
import WoofCore
import WoofStorage

/// A folder that is removed with all that is in it when this object goes.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("\(Self.root)/woof-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestFailure("mkdtemp: \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// In memory where there is plenty: every write of the service waits for the disk, and no test here needs one.
  private static let root: String = {
    var status = statvfs()
    guard statvfs("/dev/shm", &status) == 0, status.f_bavail * status.f_frsize > 1 << 30 else { return "/tmp" }
    return access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
  }()

  /// The path of something in the folder.
  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The paths of all files below a folder of this one, from there.
  func files(below name: String) -> [String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: self.path(name))) ?? []
    return paths.filter { !isFolder(self.path("\(name)/\($0)")) }.sorted()
  }

  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// Why a test could not go on.
struct TestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension TemporaryFolder {
  /// Writes a file into the folder.
  func write(bytes: [UInt8], to name: String) throws {
    guard FileManager.default.createFile(atPath: path(name), contents: Data(bytes)) else {
      throw TestFailure("\(path(name)) cannot be written")
    }
  }

  /// Writes a file into the folder.
  func write(_ text: String, to name: String) throws { try write(bytes: Array(text.utf8), to: name) }

  /// Adds an account with the standard password to the data folder in this one, beside whatever service it has.
  @discardableResult
  func addAccount(_ name: String) async throws -> Credential {
    let store = try EmbeddedStore(in: try DataFolder.open(at: path("data"), for: .accounts))
    guard let accountName = AccountName(name) else { throw TestFailure("\(name) is no name") }
    _ = try await store.addAccount(
      accountName, passwordHash: Credential.standardHash, isAdministrator: false, at: SystemTimeSource().now())
    await store.close()
    return Credential(name)
  }
}
