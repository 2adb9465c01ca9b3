// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

extension WoofError {
  /// The error that a client sees for whatever failed in the stores.
  init(storage error: any Error) {
    switch error {
    case let error as WoofError: self = error
    case let error as SQLiteError: self.init(error)
    case let error as FileSystemError: self.init(error)
    default: self.init(.internal, "The service failed.", cause: error)
    }
  }
}
