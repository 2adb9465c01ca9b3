// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The threads of this process, as the system knows them.
enum RunningThreads {
  /// The name of the calling thread.
  static func nameOfThisOne() throws -> String {
    try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8).replacing("\n", with: "")
  }

  /// How many threads have a name.
  static func count(named name: String) throws -> Int {
    let folder = "/proc/self/task"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count { thread in
      // A thread may end between the two looks.
      (try? String(contentsOfFile: "\(folder)/\(thread)/comm", encoding: .utf8)) == "\(name)\n"
    }
  }
}
