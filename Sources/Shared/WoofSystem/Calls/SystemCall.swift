// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A system call that failed.
@usableFromInline
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The name of the call.
  package var call: String
  /// The reason for the failure, one of the values of `errno`.
  package var number: Int32

  /// Makes an error.
  package init(call: String, number: Int32) {
    self.call = call
    self.number = number
  }

  /// The call, and the system's own words for the error.
  @usableFromInline
  package var description: String { "\(call): \(Self.message(number))" }

  /// The system's own words for a value of `errno`.
  package static func message(_ number: Int32) -> String { String(cString: strerror(number)) }
}

/// System calls whose failures are errors that name them.
@usableFromInline
package enum SystemCall {
  /// Makes a call that gives -1 when it fails; one that a signal interrupted is made again.
  @inlinable
  @inline(__always)
  package static func check<Result: FixedWidthInteger>(
    _ name: String, _ call: () -> Result
  ) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result != -1 { return result }
      if let error = failure(of: name) { throw error }
    }
  }

  /// The failure that `errno` tells of; `nil` where a signal interrupted the call.
  @usableFromInline
  static func failure(of call: String) -> SystemError? {
    errno == EINTR ? nil : SystemError(call: call, number: errno)
  }
}
