// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofModel

/// The blobs that are needed before any record names them: those being placed, and those whose photo is being recorded.
final class BlobPins: Sendable {
  private let counts = Mutex<[Digest: Int]>([:])

  /// Pins a blob, which need not be there yet, for as long as the pin lives.
  func pin(_ digest: Digest) -> BlobPin {
    counts.withLock { $0[digest, default: 0] += 1 }
    return BlobPin(digest, in: self)
  }

  /// Removes a blob unless it is pinned; it cannot be pinned meanwhile.
  ///
  /// - Parameter remove: Removes it, unless it is needed after all; gives whether it was removed. Must be quick.
  /// - Returns: `true` if it was removed.
  func removeUnlessPinned<Failure: Error>(
    _ digest: Digest, _ remove: () throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    try counts.withLock { (counts) throws(Failure) in
      guard counts[digest] == nil else { return false }
      return try remove()
    }
  }

  fileprivate func unpin(_ digest: Digest) {
    counts.withLock { counts in
      guard let count = counts[digest], count > 1 else {
        counts[digest] = nil
        return
      }
      counts[digest] = count - 1
    }
  }
}

/// Keeps a blob from being collected as garbage, as long as it lives.
final class BlobPin: BlobHold {
  private let digest: Digest
  private let pins: BlobPins

  fileprivate init(_ digest: Digest, in pins: BlobPins) {
    self.digest = digest
    self.pins = pins
  }

  deinit { pins.unpin(digest) }
}
