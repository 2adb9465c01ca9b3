import Foundation
import Glibc

/// The files whose path begins with what has been typed.
enum FileCompletion {
  /// The paths; those of folders end with a slash. Hidden ones only where the name begins with a full stop.
  static func candidates(_ part: String, foldersOnly: Bool) -> [String] {
    let split = part.lastIndex(of: "/").map { part.index(after: $0) } ?? part.startIndex
    let (folder, start) = (String(part[..<split]), part[split...])
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.compactMap { name in
      guard name.hasPrefix(start), start.hasPrefix(".") || !name.hasPrefix(".") else { return nil }
      var status = stat()
      let isFolder = stat(folder + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      if isFolder { return "\(folder)\(name)/" }
      return foldersOnly ? nil : folder + name
    }
  }
}
