// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension WoofError {
  /// The photo as it is by now, of an error with `preconditionFailed` that the service tells it with; `nil` for others.
  public var currentPhoto: PhotoMetadata? {
    guard code == .preconditionFailed, let value = details["photo"], let bytes = try? JSONEncoder().encode(value) else {
      return nil
    }
    return try? JSONDecoder().decode(PhotoMetadata.self, from: bytes)
  }
}

extension PhotoMetadata {
  /// The tag that stands for a revision where a change depends on one.
  package static func entityTag(ofRevision revision: Int64) -> String { "\"r\(revision)\"" }
}
