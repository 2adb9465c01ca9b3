// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// An object that has the bytes of a blob, or had them: its number is never given to another one, so that whoever deletes it
/// late, or twice, takes away nothing that has come since.
package struct BlobIncarnation: Hashable, Sendable {
  /// The digest of the bytes.
  package let digest: Digest
  /// The number, at least 1.
  package let number: Int64

  /// Names an incarnation.
  package init(_ digest: Digest, _ number: Int64) { (self.digest, self.number) = (digest, number) }
}

/// The entry of a blob in a ledger.
package struct BlobEntry: Hashable, Sendable {
  /// The states of a blob.
  package enum State: Hashable, Sendable {
    /// Its object is not known to be there: somebody is putting it, or it was found to be missing or damaged.
    case awaited
    /// Its object is there.
    case stored
    /// Nobody refers to it, and its object is being deleted.
    case dying
  }

  /// The incarnation that counts.
  package let incarnation: BlobIncarnation
  /// The state.
  package let state: State

  /// Makes an entry.
  package init(_ incarnation: BlobIncarnation, _ state: State) {
    (self.incarnation, self.state) = (incarnation, state)
  }
}

/// Knows of each blob in a store that nodes share whether it is there, in which incarnation, and until when somebody needs it
/// who has not written a record yet. It is kept with the records, which are written only where their blobs are stored.
///
/// Time is that of the ledger. All calls may be repeated, and may throw ``WoofModel/WoofError`` with the code `unavailable` or
/// `internal`.
package protocol BlobLedger: Sendable {
  /// Binds the records to one store of blobs: from now on none is written whose blobs are not stored.
  ///
  /// - Parameter store: The store by its place, as an address and a bucket.
  /// - Returns: The store that they are bound to, which is another one where that came first.
  func bind(to store: String) async throws -> String

  /// Holds a blob, which need not be there, for so long; only one that is dying is held by nothing.
  func hold(_ digest: Digest, for duration: Duration) async throws -> BlobEntry

  /// Holds a blob for so long if it is stored.
  ///
  /// - Returns: `false` if it is not.
  func holdStored(_ digest: Digest, for duration: Duration) async throws -> Bool

  /// Notes that the object of a blob is there, and holds it for so long.
  ///
  /// - Parameters:
  ///   - byteCount: The length of the blob.
  ///   - pieceDigests: The digests of its pieces, as the store of blobs writes them; empty where it has none.
  /// - Returns: `false` if that incarnation does not count any more.
  func noteStored(
    _ incarnation: BlobIncarnation, byteCount: Int64, pieceDigests: [UInt8], for duration: Duration
  ) async throws -> Bool

  /// Notes that the object of a blob is missing or damaged, so that whoever brings the bytes puts them again.
  func noteMissing(_ incarnation: BlobIncarnation) async throws

  /// The entries of those of the blobs that have one.
  func entries(of digests: [Digest]) async throws -> [Digest: BlobEntry]

  /// Looks through the next blobs in the order of their digests, and lets those die that nobody holds and no record refers to.
  ///
  /// - Parameters:
  ///   - digest: The last blob that was looked at; `nil` for the first look.
  ///   - limit: The most blobs to look at.
  /// - Returns: Those that are dying now, also where somebody else has begun that; and the last blob that was looked at, `nil`
  ///   where there are no more.
  func condemn(after digest: Digest?, limit: Int) async throws -> (dying: [BlobIncarnation], last: Digest?)

  /// Removes the entries of blobs that are dying, whose objects have been deleted.
  func bury(_ incarnations: [BlobIncarnation]) async throws
}
