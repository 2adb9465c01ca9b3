// SPDX-License-Identifier: Apache-2.0

import Glibc
import MemoryDisks

/// What a process has to be before it can repeat a history.
enum SimulationProcess {
  private static let hashing = "SWIFT_DETERMINISTIC_HASHING"

  /// Begins the program anew where sets and dictionaries have an order of their own, takes the place of Swift's executors
  /// and of SQLite's surroundings. To be called first.
  static func prepare() {
    if getenv(hashing) == nil {
      setenv(hashing, "1", 1)
      let arguments = CommandLine.unsafeArgv
      execv("/proc/self/exe", arguments)
      perror("WoofSimulation")
      exit(1)
    }
    SimulationExecutor.install()
    MemoryDisk.takeOverDatabases()
  }
}
