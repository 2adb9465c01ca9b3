// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCommandLine
import WoofCore

/// Finds programs and files that are installed beside this program.
enum Installation {
  /// Replaces this process by a program beside its binary.
  ///
  /// - Throws: `CommandFailure` where it is not there.
  static func execute(_ program: String, _ arguments: [String]) throws -> Never {
    let path = "\(ExecutableFolder.path)/\(program)"
    var vector = ([path] + arguments).map { strdup($0) }
    vector.append(nil)
    execv(path, vector)
    for argument in vector { free(argument) }
    throw CommandFailure("\(path) cannot be run. Build it by: swift build -c release --product \(program)")
  }

  /// The folder of sample photos, where a package installs them: `share/woof/samples` beside the folder of the binary.
  static var sampleFolder: String { "\(ExecutableFolder.path)/../share/woof/samples" }
}
