import CLinux
import Glibc

/// A system call that failed.
struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The name of the call.
  var call: String
  /// Why it failed, one of the values of `errno`.
  var number: Int32

  /// The call, and the system's own words for the error.
  var description: String { "\(call): \(String(cString: strerror(number)))" }
}

/// What came of a call on a descriptor that does not block.
enum Transfer: Hashable {
  /// So many bytes went through; none at the end of a stream.
  case count(Int)
  /// Nothing can go through at the moment.
  case wouldBlock
  /// The descriptor is of no more use.
  case failed(SystemError)
}

/// The only place where system calls are made: interrupted calls are made again, "would block" is a value, everything
/// else is an error that names the call.
enum SystemCall {
  /// Makes a call that gives -1 when it fails.
  @inline(__always)
  static func check<Result: FixedWidthInteger>(_ name: String, _ call: () -> Result) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result != -1 { return result }
      guard errno == EINTR else { throw SystemError(call: name, number: errno) }
    }
  }

  /// Makes a call that moves bytes over a descriptor that does not block.
  @inline(__always)
  static func transfer(_ name: StaticString, _ call: () -> Int) -> Transfer {
    while true {
      let count = call()
      if count >= 0 { return .count(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      case let number: return .failed(SystemError(call: "\(name)", number: number))
      }
    }
  }
}
