import Glibc
import WoofCommandLine

/// What a process has used, as /proc tells.
struct ProcessUsage {
  /// Time on processors, user and system together, in seconds.
  var processorSeconds: Double
  /// Resident memory in bytes.
  var residentByteCount: Int

  /// Looks at a process and the children it has waited for.
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
