// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// The amounts of stored data and the resources that the process uses; `/admin/v1/metrics` counts events.
public struct AdminStatistics: Codable, Hashable, Sendable {
  /// The time at which the figures were taken.
  public var at: Timestamp
  /// The number of accounts, without deleted ones.
  public var accountCount: Int
  /// The number of photos, without deleted ones.
  public var photoCount: Int
  /// The number of deleted photos that still take room: they can be restored, or are about to be removed.
  public var restorablePhotoCount: Int
  /// The number of favourites that are set.
  public var favouriteCount: Int
  /// The number of variants of all photos.
  public var variantCount: Int
  /// The number of blobs that are needed.
  public var blobCount: Int
  /// The total size of these blobs in bytes.
  public var blobByteCount: Int64
  /// The size of the database on disk, in bytes.
  public var recordByteCount: Int64
  /// The number of photos in the queue for derivation.
  public var derivationCount: Int
  /// The number of blobs and pictures in quarantine.
  public var quarantinedCount: Int
  /// The number of free bytes in the file system that holds the data.
  public var freeByteCount: Int64
  /// The resident memory of the process, in bytes.
  public var residentByteCount: Int64
  /// The processor time that the process has used, in user and system mode, in seconds.
  public var processorSeconds: Double
  /// The number of descriptors that the process has open.
  public var descriptorCount: Int
  /// The number of open connections, of all servers of the process together.
  public var connectionCount: Int

  /// Makes statistics of a service that has nothing.
  public init(at: Timestamp) {
    self.at = at
    (accountCount, photoCount, restorablePhotoCount, favouriteCount) = (0, 0, 0, 0)
    (variantCount, blobCount, derivationCount, quarantinedCount) = (0, 0, 0, 0)
    (blobByteCount, recordByteCount, freeByteCount, residentByteCount) = (0, 0, 0, 0)
    (processorSeconds, descriptorCount, connectionCount) = (0, 0, 0)
  }
}
