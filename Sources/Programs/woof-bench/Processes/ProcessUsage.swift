// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCommandLine

/// The resources that a process has used, as /proc shows them.
struct ProcessUsage {
  /// The processor time in seconds, user and system together.
  var processorSeconds: Double
  /// The resident memory in bytes.
  var residentByteCount: Int

  /// Reads the usage of a process.
  ///
  /// - Throws: `CommandFailure` where there is no such process.
  init(of process: pid_t) throws {
    let stat = try TextFile.read("/proc/\(process)/stat")
    // The second field is the name in parentheses, which may hold blanks.
    guard let name = stat.lastIndex(of: ")") else { throw CommandFailure("/proc/\(process)/stat is of no known form") }
    let fields = stat[name...].split(separator: " ").dropFirst()
    let numbers = fields.map { Int($0) ?? 0 }
    guard numbers.count > 21 else { throw CommandFailure("/proc/\(process)/stat is of no known form") }
    processorSeconds = Double(numbers[11] + numbers[12]) / Double(sysconf(Int32(_SC_CLK_TCK)))
    residentByteCount = numbers[21] * sysconf(Int32(_SC_PAGESIZE))
  }
}

/// The limit of the files and sockets that this program may have open.
enum FileDescriptorLimit {
  /// Raises the limit as far as the system allows. Programs that are started later have it too.
  static func raise() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
