// SPDX-License-Identifier: Apache-2.0

/// The limits of what a replica keeps on its device.
public struct ReplicaOptions: Hashable, Sendable {
  /// The most bytes of thumbnails, previews and originals that are kept beside those of pinned photos; 256 MiB by default.
  /// Beyond it, what was used least recently goes first.
  public var cacheByteLimit: Int64

  /// Makes options; each has the default that its property states.
  public init(cacheByteLimit: Int64 = 256 << 20) { self.cacheByteLimit = max(0, cacheByteLimit) }
}
