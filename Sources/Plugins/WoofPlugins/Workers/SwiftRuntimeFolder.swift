internal import CLinux
internal import Glibc

/// The folder of the Swift runtime that the executable uses, where it is not part of it.
enum SwiftRuntimeFolder {
  static var path: String? {
    guard let name = woof_swift_runtime_path(), let resolved = realpath(name, nil) else { return nil }
    defer { free(resolved) }
    let path = String(cString: resolved)
    guard path.contains("libswiftCore") else { return nil }
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
