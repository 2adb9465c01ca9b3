// SPDX-License-Identifier: Apache-2.0

/// The offset, the length and the end of the bytes that a request brings to an upload, as the request states them.
package struct UploadAppend: Hashable, Sendable {
  /// The offset in the upload at which the bytes begin.
  package var offset: Int64
  /// The number of bytes; `nil` if the request does not say.
  package var count: Int64?
  /// `true` if they reach the end of the upload; `nil` if the request does not say so, and they reach it where the upload
  /// then has its length.
  package var isComplete: Bool?
  /// The number of bytes that the upload has in all, where the request says so by itself.
  package var length: Int64?

  /// Makes what a request says.
  package init(offset: Int64, count: Int64?, isComplete: Bool?, length: Int64? = nil) {
    self.offset = offset
    self.count = count
    self.isComplete = isComplete
    self.length = length
  }
}

/// The refusal of a request to go on with an upload.
package enum UploadRefusal: Error, Hashable, Sendable {
  /// The upload has been cancelled, has expired, or has failed.
  case gone
  /// The upload has come to another offset than the request says: to this one, where it goes on unless all is there.
  case otherOffset(expected: Int64, isComplete: Bool)
  /// Two indications of the length do not agree, or more bytes came than there should be.
  case inconsistentLength
  /// A photo has at most so many bytes.
  case tooLarge(limit: Int64)
  /// Another request went on with the upload meanwhile.
  case superseded
}
