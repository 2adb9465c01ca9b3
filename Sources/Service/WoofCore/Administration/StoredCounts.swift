// SPDX-License-Identifier: Apache-2.0

/// The amounts of stored data.
public struct StoredCounts: Hashable, Sendable {
  /// The number of accounts, without deleted ones.
  public var accountCount = 0
  /// The number of photos, without deleted ones.
  public var photoCount = 0
  /// The number of deleted photos that still take room: they can be restored, or are about to be removed.
  public var restorablePhotoCount = 0
  /// The number of favourites that are set.
  public var favouriteCount = 0
  /// The number of variants of all photos.
  public var variantCount = 0
  /// The number of blobs that are needed.
  public var blobCount = 0
  /// The total size of these blobs in bytes.
  public var blobByteCount: Int64 = 0
  /// The size of the database on disk, in bytes.
  public var recordByteCount: Int64 = 0
  /// The number of photos in the queue for derivation.
  public var derivationCount = 0

  /// Makes counts of stores that hold nothing.
  public init() {}
}

extension Int64 {
  /// The digits in groups of three, as in `482,133`.
  package var grouped: String {
    var text = ""
    let digits = String(magnitude)
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return self < 0 ? "-\(text)" : text
  }
}
