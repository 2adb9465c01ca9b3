internal import Glibc

/// An absolute path without links and dots, also of what is not there yet.
struct ResolvedPath: Hashable, Sendable {
  private let parts: [Substring]

  /// Resolves as much of a path as there is.
  init(_ path: String) {
    var known = path
    var missing: [Substring] = []
    while true {
      if let resolved = realpath(known, nil) {
        defer { free(resolved) }
        parts = String(cString: resolved).split(separator: "/") + missing.reversed()
        return
      }
      let names = known.split(separator: "/")
      guard let last = names.last else {
        parts = missing.reversed()
        return
      }
      missing.append(last)
      known = "/" + names.dropLast().joined(separator: "/")
    }
  }

  /// Whether this is `folder`, or lies below it.
  func lies(in folder: ResolvedPath) -> Bool { parts.starts(with: folder.parts) }
}
