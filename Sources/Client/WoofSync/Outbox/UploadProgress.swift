// SPDX-License-Identifier: Apache-2.0

/// The progress of an upload: the bytes that have been sent, of all.
public struct UploadProgress: Hashable, Sendable, Identifiable {
  /// The number of the upload's edit, as ``PendingEdit/number`` and ``EditHandle/number``.
  public var number: Int64
  /// The photo, by the id that it has until the service gives it another.
  public var photo: PhotoID
  /// The number of bytes that have been sent. Goes back where some did not arrive and are sent again.
  public var sentByteCount: Int64
  /// The number of bytes of the picture.
  public var byteCount: Int64

  /// Makes a progress.
  public init(number: Int64, photo: PhotoID, sentByteCount: Int64 = 0, byteCount: Int64) {
    self.number = number
    self.photo = photo
    self.sentByteCount = sentByteCount
    self.byteCount = byteCount
  }

  /// The number of the edit.
  public var id: Int64 { number }

  /// The part of the bytes that have been sent, from 0 to 1.
  public var fractionCompleted: Double {
    byteCount > 0 ? min(1, Double(sentByteCount) / Double(byteCount)) : 1
  }
}
