// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofSQLite

extension EmbeddedStore: DerivationStore {
  /// Returns the annotations of a photo; `nil` if its metadata have not been read, or for an id that never was.
  package func annotations(of photo: PhotoID) async throws -> PhotoAnnotations? {
    try await readers.read { snapshot in try snapshot.annotations(of: photo) }
  }

  /// Photos that are there and have an original's bytes: an account's own, and public ones.
  package func photos(
    ofOriginal digest: Digest, knownTo account: AccountID, limit: Int
  ) async throws -> [PhotoID] {
    try await readers.read { snapshot in
      try snapshot.photos(ofOriginal: digest, knownTo: account, limit: limit)
    }
  }

  /// Keeps what was derived from a photo, and lets the blobs of variants go that are replaced.
  ///
  /// - Returns: The record after it; `nil` where the photo is not there any more, and nothing was kept.
  package func keep(
    _ derivatives: PhotoDerivatives, of photo: PhotoID, _ outcome: DerivationOutcome
  ) async throws -> PhotoRecord? {
    try await changePhotos { transaction in try transaction.keep(derivatives, of: photo, outcome) }
  }

  /// Takes variants away, and lets their blobs go.
  ///
  /// - Returns: The record after it; `nil` where the photo is not there any more.
  package func dropVariants(_ names: Set<String>, of photo: PhotoID) async throws -> PhotoRecord? {
    try await changePhotos { transaction in try transaction.dropVariants(names, of: photo) }
  }

  /// The photos that wait and whose time has come, the longest due first.
  package func dueDerivations(at time: Timestamp, limit: Int) async throws -> [Derivation] {
    try await readers.read { snapshot in try snapshot.dueDerivations(at: time, limit: limit) }
  }

  /// Returns the time at which the next photo is due; `nil` if none waits.
  package func nextDerivationTime() async throws -> Timestamp? {
    try await readers.read { snapshot in try snapshot.nextDerivationTime() }
  }

  /// Returns the number of photos in the queue for derivation.
  package func derivationCount() async throws -> Int {
    try await readers.read { snapshot in try snapshot.derivationCount() }
  }

  /// Lets a photo wait for longer.
  package func postponeDerivation(of photo: PhotoID, attempts: Int, until time: Timestamp) async throws {
    try await changePhotos { transaction in
      try transaction.postponeDerivation(of: photo, attempts: attempts, until: time)
    }
  }

  /// Lets a photo wait no longer.
  package func endDerivation(of photo: PhotoID, isAnew: Bool) async throws {
    try await changePhotos { transaction in try transaction.endDerivation(of: photo, isAnew: isAnew) }
  }

  /// Lets photos that are there wait for being derived anew.
  ///
  /// - Returns: The photos that wait now, in the order of their ids; fewer than `limit` at the end.
  package func queueDerivations(after id: PhotoID?, limit: Int) async throws -> [PhotoID] {
    try await changePhotos { transaction in try transaction.queueDerivations(after: id, limit: limit) }
  }

  /// Lets one photo wait for being derived anew.
  ///
  /// - Returns: `true` if it is there.
  package func queueDerivation(of photo: PhotoID) async throws -> Bool {
    try await changePhotos { transaction in try transaction.queueDerivation(of: photo) }
  }

  /// Returns the numbers of photos that wait to be derived anew, of all photos or of the given one.
  package func anewDerivationCounts(of photo: PhotoID?) async throws -> AnewCounts {
    try await readers.read { snapshot in try snapshot.anewDerivationCounts(of: photo) }
  }

  /// Lets photos, all or the one, no longer wait for being derived anew, but only for what they miss.
  package func withdrawAnew(_ photo: PhotoID?) async throws {
    try await changePhotos { transaction in try transaction.withdrawAnew(photo) }
  }

  /// The photos whose looks are known, by id after an id.
  package func perceptualHashes(after id: PhotoID?, limit: Int) async throws -> [HashedPhoto] {
    try await readers.read { snapshot in try snapshot.perceptualHashes(after: id, limit: limit) }
  }

  /// The hashes of the parts of photos that were kept after others, in the order in which they were kept.
  package func partHashes(after ordinal: Int64, limit: Int) async throws -> [PartHashedPhoto] {
    try await readers.read { snapshot in try snapshot.partHashes(after: ordinal, limit: limit) }
  }

  /// The hashes of the parts of photos, as far as they are known.
  package func partHashes(of photos: [PhotoID]) async throws -> [PhotoID: PartHashes] {
    try await readers.read { snapshot in try snapshot.partHashes(of: photos) }
  }

  /// Looks through some of the photos that came in, or left the queue, while nothing was installed that derives, and
  /// lets those wait that lack a placeholder or one of the variants.
  ///
  /// - Returns: `true` if there are more to look through.
  package func queueUnseen(lacking variants: [VariantSpecification], limit: Int) async throws -> Bool {
    guard try await readers.read({ snapshot in try snapshot.database.firstUnseenPhoto() }) != nil else { return false }
    return try await changePhotos { transaction in try transaction.queueUnseen(lacking: variants, limit: limit) }
  }

  /// Lets some of the photos of the queue wait no longer, unless they are to be derived anew.
  ///
  /// - Returns: `true` if there are more.
  package func releaseDerivations(limit: Int) async throws -> Bool {
    guard try await derivationCount() > 0 else { return false }
    return try await changePhotos { transaction in try transaction.releaseDerivations(limit: limit) }
  }
}
