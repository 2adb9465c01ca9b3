// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel

/// The settings of blobs in an object store.
package struct ObjectStorageSettings: Sendable {
  /// Keeps a file of the spool apart for an administrator.
  ///
  /// - Parameters: The path of the file, which may be moved away; its length; the digest of the bytes; the account that sent
  ///   them; a note that says why.
  /// - Returns: The path of the bytes, for logs; `nil` where there is no room for them.
  package typealias Quarantine =
    @Sendable (
      _ path: String, _ byteCount: Int64, _ digest: Digest, _ account: AccountID, _ note: String
    ) throws -> String?

  /// The folder of this node for bytes on their way and for the cache. It is made where its parent is there, and belongs to
  /// one process.
  package var folder: String
  /// The name of the installation, by which it claims the bucket: 1 to 64 letters, digits and hyphens.
  package var installation: String
  /// The beginning of the keys of all objects, as `woof/`; empty by default.
  package var prefix = ""
  /// The most bytes of blobs that are kept on this node to be read again; 10 GB by default.
  package var cacheByteLimit: Int64 = 10_000_000_000
  /// The times and lengths by which blobs are put.
  package var bounds = ObjectBlobBounds()
  /// Keeps bytes apart for an administrator; `nil`, the default, where they are thrown away.
  package var quarantine: Quarantine?
  /// Is told what an operator may want to know of.
  package var report: @Sendable (ObjectStorageEvent) -> Void = { _ in }

  /// Makes settings, with the defaults of the others.
  package init(folder: String, installation: String) { (self.folder, self.installation) = (folder, installation) }
}

/// The times and lengths by which blobs are put into a bucket.
package struct ObjectBlobBounds: Sendable {
  /// The time for which a blob is held beyond the time that its bytes take; ten minutes by default. Where it is too short, more
  /// is put twice, and nothing is lost.
  package var hold = Duration.seconds(600)
  /// The bytes a second by which the time is reckoned that a blob takes; 100,000 by default.
  package var slowestByteRate: Int64 = 100_000
  /// The length in bytes from which on blobs are put in parts; 256 MB by default.
  package var partedByteCount: Int64 = 256 << 20

  /// Makes bounds with the defaults.
  package init() {}

  /// The time for which a blob of a length is held.
  func hold(ofByteCount byteCount: Int64) -> Duration { hold + .seconds(byteCount / max(1, slowestByteRate)) }
}

/// An event that an operator may want to know of.
package enum ObjectStorageEvent: Hashable, Sendable {
  /// The object of a blob is not in the bucket.
  case missing(Digest, key: String)
  /// The object of a blob has other bytes; nobody was given them.
  case damaged(Digest, key: String)
}

/// The reason why blobs cannot be kept in a bucket.
package enum ObjectStorageError: Error, Hashable, CustomStringConvertible {
  /// The records belong to blobs in another bucket.
  case otherBucket(bound: String, named: String)

  /// A sentence that says what is wrong, and what to do about it.
  package var description: String {
    switch self {
    case .otherBucket(let bound, let named):
      "The photos of these records are in the bucket \(bound), and not in \(named). Name that bucket."
    }
  }
}
