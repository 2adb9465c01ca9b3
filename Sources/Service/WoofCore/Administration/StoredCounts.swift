// SPDX-License-Identifier: Apache-2.0

/// The amounts of stored data.
package struct StoredCounts: Hashable, Sendable {
  /// The number of accounts, without deleted ones.
  package var accountCount = 0
  /// The number of photos, without deleted ones.
  package var photoCount = 0
  /// The number of deleted photos that still take room: they can be restored, or are about to be removed.
  package var restorablePhotoCount = 0
  /// The number of favourites that are set.
  package var favouriteCount = 0
  /// The number of variants of all photos.
  package var variantCount = 0
  /// The number of blobs that are needed.
  package var blobCount = 0
  /// The total size of these blobs in bytes.
  package var blobByteCount: Int64 = 0
  /// The size of the database on disk, in bytes.
  package var recordByteCount: Int64 = 0
  /// The number of photos in the queue for derivation.
  package var derivationCount = 0

  /// Makes counts of stores that hold nothing.
  package init() {}
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
