// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The amounts of stored data and the resources that the process uses; `/admin/v1/metrics` counts events.
package struct AdminStatistics: Codable, Hashable, Sendable {
  /// The time at which the figures were taken.
  package var at: Timestamp
  /// The number of accounts, without deleted ones.
  package var accountCount: Int
  /// The number of photos, without deleted ones.
  package var photoCount: Int
  /// The number of deleted photos that still take room: they can be restored, or are about to be removed.
  package var restorablePhotoCount: Int
  /// The number of favourites that are set.
  package var favouriteCount: Int
  /// The number of variants of all photos.
  package var variantCount: Int
  /// The number of blobs that are needed.
  package var blobCount: Int
  /// The total size of these blobs in bytes.
  package var blobByteCount: Int64
  /// The size of the database on disk, in bytes.
  package var recordByteCount: Int64
  /// The number of photos in the queue for derivation.
  package var derivationCount: Int
  /// The number of blobs and pictures in quarantine.
  package var quarantinedCount: Int
  /// The number of free bytes in the file system that holds the data.
  package var freeByteCount: Int64
  /// The resident memory of the process, in bytes.
  package var residentByteCount: Int64
  /// The processor time that the process has used, in user and system mode, in seconds.
  package var processorSeconds: Double
  /// The number of descriptors that the process has open.
  package var descriptorCount: Int
  /// The number of open connections, of all servers of the process together.
  package var connectionCount: Int

  /// Makes statistics of a service that has nothing.
  package init(at: Timestamp) {
    self.at = at
    (accountCount, photoCount, restorablePhotoCount, favouriteCount) = (0, 0, 0, 0)
    (variantCount, blobCount, derivationCount, quarantinedCount) = (0, 0, 0, 0)
    (blobByteCount, recordByteCount, freeByteCount, residentByteCount) = (0, 0, 0, 0)
    (processorSeconds, descriptorCount, connectionCount) = (0, 0, 0)
  }
}
