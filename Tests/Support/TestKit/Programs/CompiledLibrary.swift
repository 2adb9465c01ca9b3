// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The dynamic libraries in C that tests let other programs load: folders of `Tests/Libraries`, compiled once in each run
/// of the tests.
enum CompiledLibrary: String {
  /// A plugin that does on purpose what a plugin must not do.
  case hostilePlugin = "HostilePlugin"
  /// A plugin that is made for a version of the interface that there is not.
  case misfitPlugin = "MisfitPlugin"
  /// A counter of what a program costs, for `LD_PRELOAD`.
  case costCounter = "CostCounter"

  /// The path of the library, which stands beside the tests' executable: plugins are loaded from such folders only.
  ///
  /// - Throws: `TestFailure` if it could not be compiled.
  var path: String {
    get throws {
      try Self.compiled.get()
      return Program.built("lib\(rawValue).so")
    }
  }

  private static let compiled = Result { try compile() }

  private static func compile() throws {
    let script = "\(PackageFolder.path)/Tests/Libraries/compile"
    let folder = String(Program.built("").dropLast())
    var words = [strdup(script), strdup(folder), nil]
    defer { for word in words { free(word) } }
    var identifier = pid_t()
    var status: Int32 = -1
    guard posix_spawn(&identifier, script, nil, nil, &words, environ) == 0, waitpid(identifier, &status, 0) > 0,
      status == 0
    else { throw TestFailure("\(script) failed: \(status)") }
  }
}
