// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Keeps what is derived from photos, and which photos wait for it. Whatever a write answers is durable.
///
/// All calls may throw ``WoofModel/WoofError`` with the codes `internal`, `unavailable` and, when they write,
/// `insufficient-storage`.
package protocol DerivationStore: Sendable {
  /// The annotations of a photo, from its own metadata and from plugins; `nil` where its metadata have not been read,
  /// or for an id that never was.
  func annotations(of photo: PhotoID) async throws -> PhotoAnnotations?

  /// Photos that are there and have an original's bytes, of those that an account finds without having been told their
  /// ids: its own, and public ones.
  func photos(ofOriginal digest: Digest, knownTo account: AccountID, limit: Int) async throws -> [PhotoID]

  /// Keeps what was derived from a photo. It is a change of the photo where its record is another one after it.
  ///
  /// - Parameter outcome: The photo's place in the queue from then on.
  /// - Returns: The record after it; `nil` where the photo is not there any more, and nothing was kept.
  func keep(_ derivatives: PhotoDerivatives, of photo: PhotoID, _ outcome: DerivationOutcome) async throws
    -> PhotoRecord?

  /// Takes variants away that nobody asks for any more, and lets their blobs go. It is a change of the photo.
  ///
  /// - Returns: The record after it; `nil` where the photo is not there any more.
  func dropVariants(_ names: Set<String>, of photo: PhotoID) async throws -> PhotoRecord?

  /// The photos that wait and whose time has come, the longest due first.
  func dueDerivations(at time: Timestamp, limit: Int) async throws -> [Derivation]

  /// Returns the time at which the next photo is due; `nil` if none waits.
  func nextDerivationTime() async throws -> Timestamp?

  /// Returns the number of photos that wait.
  func derivationCount() async throws -> Int

  /// Lets a photo wait for longer.
  func postponeDerivation(of photo: PhotoID, attempts: Int, until time: Timestamp) async throws

  /// Lets a photo wait no longer, unless it has been asked meanwhile for more than was tried: for being derived anew.
  ///
  /// - Parameter isAnew: `true` if the photo was tried to be derived anew.
  func endDerivation(of photo: PhotoID, isAnew: Bool) async throws

  /// Lets photos that are there wait for being derived anew, the first of them by id after an id.
  ///
  /// - Returns: The photos that wait now, in the order of their ids; fewer than `limit` at the end.
  func queueDerivations(after id: PhotoID?, limit: Int) async throws -> [PhotoID]

  /// Lets one photo wait for being derived anew.
  ///
  /// - Returns: `true` if it is there.
  func queueDerivation(of photo: PhotoID) async throws -> Bool

  /// Returns the numbers of photos that wait for being derived anew.
  ///
  /// - Parameter photo: The only one that counts; `nil` for all.
  func anewDerivationCounts(of photo: PhotoID?) async throws -> AnewCounts

  /// Lets photos no longer wait for being derived anew, but only for what they miss.
  ///
  /// - Parameter photo: The only one; `nil` for all.
  func withdrawAnew(_ photo: PhotoID?) async throws

  /// The photos whose looks are known, by id after an id.
  func perceptualHashes(after id: PhotoID?, limit: Int) async throws -> [HashedPhoto]

  /// The hashes of the parts of photos that were kept after others, in the order in which they were kept. Those that
  /// replace others of the same photo, or whose photo gets another owner, count as kept last.
  func partHashes(after ordinal: Int64, limit: Int) async throws -> [PartHashedPhoto]

  /// The hashes of the parts of photos, as far as they are known.
  func partHashes(of photos: [PhotoID]) async throws -> [PhotoID: PartHashes]

  /// Looks through some of the photos that came in, or left the queue, while nothing was installed that derives, and
  /// lets those wait that lack a placeholder, the hashes of their parts, or one of the variants.
  ///
  /// - Parameters:
  ///   - variants: The variants that every photo is to have, animated or not.
  ///   - limit: The most photos that are looked at.
  /// - Returns: `true` if there are more to look through.
  func queueUnseen(lacking variants: [VariantSpecification], limit: Int) async throws -> Bool

  /// Lets some of the photos of the queue wait no longer, as nothing is installed that derives. What there is to derive
  /// from them is found by ``queueUnseen(lacking:limit:)`` when something is. Photos that are to be derived anew wait on.
  ///
  /// - Returns: `true` if there are more.
  func releaseDerivations(limit: Int) async throws -> Bool
}

extension DerivationStore {
  /// Finds nothing, as for a store in which photos wait whether or not something derives.
  package func queueUnseen(lacking variants: [VariantSpecification], limit: Int) async throws -> Bool { false }

  /// None, as for a store that does not keep any.
  package func partHashes(after ordinal: Int64, limit: Int) async throws -> [PartHashedPhoto] { [] }

  /// None, as for a store that does not keep any.
  package func partHashes(of photos: [PhotoID]) async throws -> [PhotoID: PartHashes] { [:] }

  /// Does nothing, as for a store in which photos wait whether or not something derives.
  package func releaseDerivations(limit: Int) async throws -> Bool { false }
}

/// A photo that waits for something to be derived from it.
package struct Derivation: Hashable, Sendable {
  /// The id of the photo.
  package var photo: PhotoID
  /// The number of attempts that did not come to an end.
  package var attempts: Int
  /// `true` if all is derived anew that other transformers made than there are now.
  package var isAnew: Bool
  /// `true` if the photo's own metadata have been read.
  package var hasMetadata: Bool
  /// `true` if the hashes of the photo's parts are known, so that they need not be derived; `false` by default.
  package var hasPartHashes: Bool

  /// Makes a place in the queue.
  package init(
    photo: PhotoID, attempts: Int = 0, isAnew: Bool = false, hasMetadata: Bool = true, hasPartHashes: Bool = false
  ) {
    self.photo = photo
    self.attempts = attempts
    self.isAnew = isAnew
    self.hasMetadata = hasMetadata
    self.hasPartHashes = hasPartHashes
  }
}

/// The numbers of photos that wait for being derived anew.
package struct AnewCounts: Hashable, Sendable {
  /// The number of photos that have not been tried.
  package var untriedCount: Int
  /// The number of photos that have been tried and failed, and will be tried again.
  package var failedCount: Int

  /// Makes counts; none by default.
  package init(untriedCount: Int = 0, failedCount: Int = 0) {
    self.untriedCount = untriedCount
    self.failedCount = failedCount
  }
}

/// The change of a photo's place in the queue.
package enum DerivationOutcome: Hashable, Sendable {
  /// It is as before.
  case unchanged
  /// It waits no longer, unless it has been asked meanwhile for more than was done: for being derived anew.
  case ended(isAnew: Bool)
}

/// A photo with its owner and its perceptual hash.
package struct HashedPhoto: Hashable, Sendable {
  /// The id of the photo.
  package var photo: PhotoID
  /// The account that owns the photo.
  package var owner: AccountID
  /// The perceptual hash of the photo.
  package var hash: PerceptualHash

  /// Gathers the three.
  package init(photo: PhotoID, owner: AccountID, hash: PerceptualHash) {
    self.photo = photo
    self.owner = owner
    self.hash = hash
  }
}

/// A photo with its owner and the perceptual hashes of its parts.
package struct PartHashedPhoto: Hashable, Sendable {
  /// Its place in the order in which hashes were kept, from 1.
  package var ordinal: Int64
  /// The id of the photo.
  package var photo: PhotoID
  /// The account that owns it. Where that changes, the hashes count as kept again.
  package var owner: AccountID
  /// The perceptual hashes of the photo's parts.
  package var hashes: PartHashes

  /// Makes an entry.
  package init(ordinal: Int64, photo: PhotoID, owner: AccountID, hashes: PartHashes) {
    self.ordinal = ordinal
    self.photo = photo
    self.owner = owner
    self.hashes = hashes
  }
}
