// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofModel

/// A call on files that failed.
package struct FileSystemError: Error, Hashable, Sendable {
  /// The name of the system call that failed.
  package let call: String
  /// The path of the file or folder; `nil` if the call takes none.
  package let path: String?
  /// The system's number for the failure.
  package let number: Int32

  /// Makes an error.
  package init(_ call: String, path: String? = nil, number: Int32) {
    self.call = call
    self.path = path
    self.number = number
  }

  /// `true` if the disk or the owner's share of it is full.
  var isOutOfSpace: Bool { number == ENOSPC || number == EDQUOT }

  /// `true` if a folder lies where a file was expected.
  var isFolder: Bool { number == EISDIR }
}

extension FileSystemError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The failed call and the system's message, without the path; fit for a client.
  package var description: String { "\(call): \(String(cString: strerror(number)))" }

  /// The failed call, the system's message and the path; for logs, not for clients.
  package var debugDescription: String { "\(description)\(path.map { ": \($0)" } ?? "")" }
}

extension WoofError {
  /// The error that a client sees for a call on files that failed.
  init(_ error: FileSystemError, fileID: String = #fileID, line: Int = #line) {
    if error.isOutOfSpace {
      self.init(
        .insufficientStorage, "The service has no room left; try again later.", cause: error, fileID: fileID, line: line
      )
    } else {
      self.init(.internal, "The service could not use its disk.", cause: error, fileID: fileID, line: line)
    }
  }
}
