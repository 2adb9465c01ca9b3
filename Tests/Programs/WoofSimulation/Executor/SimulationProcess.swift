// SPDX-License-Identifier: Apache-2.0

import Glibc
import MemoryDisks

/// The preparation of a process that is to repeat a history.
enum SimulationProcess {
  private static let hashing = "SWIFT_DETERMINISTIC_HASHING"

  /// Begins the program anew where sets and dictionaries have an order of their own, takes the place of Swift's executors
  /// and of SQLite's surroundings. To be called first.
  static func prepare() {
    if getenv(hashing) == nil {
      setenv(hashing, "1", 1)
      // Disks are copied all the time: memory is kept for the next one, and not given back to the system.
      setenv("MALLOC_MMAP_THRESHOLD_", "67108864", 1)
      setenv("MALLOC_TRIM_THRESHOLD_", "268435456", 1)
      // Small blocks that are free are kept without being joined: what is like them is wanted soon.
      setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=4096", 1)
      let arguments = CommandLine.unsafeArgv
      execv("/proc/self/exe", arguments)
      perror("WoofSimulation")
      exit(1)
    }
    SimulationExecutor.install()
    MemoryDisk.takeOverDatabases()
  }
}
