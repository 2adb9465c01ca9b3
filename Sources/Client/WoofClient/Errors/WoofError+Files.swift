// SPDX-License-Identifier: Apache-2.0

import Foundation

extension WoofError {
  /// The error of the contract for a file that could not be written.
  init(writing path: String, errno number: Int32) {
    let (code, advice): (Code, String) =
      switch number {
      case ENOSPC, EDQUOT, EFBIG: (.diskFull, "there is no room for it: make some, and try again")
      case EROFS: (.fileNotWritable, "the disk is read-only: choose another folder")
      case EACCES, EPERM: (.fileNotWritable, "its folder may not be written to: choose another, or change who may")
      case ENOENT, ENOTDIR: (.fileNotWritable, "its folder is not there: make it, or choose another")
      case EISDIR: (.fileNotWritable, "it is a folder: choose the name of a file")
      default: (.fileNotWritable, "the system says: \(String(cString: strerror(number)))")
      }
    self.init(code, "\(path) cannot be written, as \(advice).", cause: POSIXFailure(number: number))
  }

  /// The error of the contract for a device, a pipe or a socket where a file was to be written.
  init(noOrdinaryFile path: String) {
    self.init(.fileNotWritable, "\(path) cannot be written, as it is no ordinary file: choose another name.")
  }

  /// The error of the contract for a file that could not be read.
  init(reading path: String, errno number: Int32) {
    let reason = String(cString: strerror(number))
    self.init(
      .fileNotReadable, "\(path) cannot be read (\(reason)): check its name and who may read it.",
      cause: POSIXFailure(number: number))
  }
}

/// The error number of a system call that failed, as the cause of a ``WoofError``.
struct POSIXFailure: Error {
  var number: Int32
}
