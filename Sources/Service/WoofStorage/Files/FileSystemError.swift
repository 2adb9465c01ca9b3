internal import Glibc
internal import WoofModel

/// A call on files that failed.
package struct FileSystemError: Error, Hashable, Sendable {
  /// What was tried, as the name of the system call.
  package let call: String
  /// With which file or folder, where it has a path.
  package let path: String?
  /// The system's number for the failure.
  package let number: Int32

  /// Makes an error.
  package init(_ call: String, path: String? = nil, number: Int32) {
    self.call = call
    self.path = path
    self.number = number
  }

  /// Whether the disk, or what the owner may use of it, is full.
  var isOutOfSpace: Bool { number == ENOSPC || number == EDQUOT }

  /// Whether a file was asked for where a folder is.
  var isFolder: Bool { number == EISDIR }
}

extension FileSystemError: CustomStringConvertible, CustomDebugStringConvertible {
  /// What failed, without the path; fit for a client.
  package var description: String { "\(call): \(String(cString: strerror(number)))" }

  /// What failed, with the path; for logs, not for clients.
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
