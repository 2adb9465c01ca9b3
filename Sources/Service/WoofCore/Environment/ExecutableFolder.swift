// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The folder of the executable that runs.
package enum ExecutableFolder {
  /// The absolute path of the folder; `.` where the system does not tell it.
  package static var path: String {
    guard let resolved = realpath("/proc/self/exe", nil) else { return "." }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
