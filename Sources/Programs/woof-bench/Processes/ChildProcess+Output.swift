// SPDX-License-Identifier: Apache-2.0

import ProcessKit
import WoofCommandLine

extension ChildProcess {
  /// Runs a program to its end and returns its standard output.
  ///
  /// - Throws: `ProcessFailure` where it cannot be started; `CommandFailure` where it fails.
  static func output(of program: String, _ arguments: [String], in folder: TemporaryFolder) throws -> String {
    let (output, errors) = (folder.path("output"), folder.path("errors"))
    let child = try ChildProcess(program, arguments, output: .file(output), errors: .file(errors))
    let code = child.wait()
    guard code == 0 else {
      throw CommandFailure("\(program) failed with \(code): \((try? TextFile.read(errors)) ?? "")")
    }
    return try TextFile.read(output)
  }
}
