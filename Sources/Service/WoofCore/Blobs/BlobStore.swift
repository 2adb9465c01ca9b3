// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import WoofModel

/// Keeps blobs under their digests. A blob that has been placed is durable.
///
/// All calls block, so they belong on a ``WorkerPool``; only ``open(_:)`` is quick enough for an event loop when the
/// blob's directory is in the system's cache. All may throw ``WoofModel/WoofError`` with the code `internal`, and
/// `insufficient-storage` when they write.
package protocol BlobStore: Sendable {
  /// Opens a place for bytes whose digest is not known yet.
  func makeSpool() throws -> any BlobSpool

  /// Opens a blob for reading; `nil` where there is none under that digest.
  func open(_ digest: Digest) throws -> (any BlobFile)?

  /// Holds a blob that is there already.
  ///
  /// - Returns: The hold; `nil` where there is no blob under that digest.
  func hold(_ digest: Digest) throws -> (any BlobHold)?
}

/// Bytes on their way into the store. What is not placed is thrown away when the object goes, and by the next start
/// after a crash.
package protocol BlobSpool: AnyObject, Sendable {
  /// Appends bytes.
  func append(_ bytes: RawSpan) throws

  /// Opens what has been appended so far for reading; what is opened stays readable when the bytes are placed.
  func open() throws -> any BlobFile

  /// Keeps the bytes apart for an administrator, with a note that says why; nobody is served with them. Where the account
  /// that sent them has too many there, its oldest go.
  ///
  /// - Returns: The path of the bytes, for logs; `nil` where there is no room for them, and they are thrown away.
  func quarantine(as digest: Digest, by account: AccountID, note: String) throws -> String?

  /// Makes the bytes durable under their digest, which the caller has computed.
  ///
  /// - Returns: A hold on the blob: until it goes, the blob stays even when no record names it yet.
  func place(as digest: Digest) throws -> any BlobHold
}

/// Keeps a blob from being collected as garbage, as long as it lives.
package protocol BlobHold: AnyObject, Sendable {}

/// A blob opened for reading; closed when the object goes.
package protocol BlobFile: AnyObject, Sendable {
  /// The descriptor, to be read by position only.
  var descriptor: Int32 { get }
  /// The length in bytes.
  var byteCount: Int64 { get }
}

extension BlobFile {
  /// Hands over all bytes in order, part by part. Blocks.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` where they cannot be read, and what `body` throws.
  func forEachPart(_ body: (RawSpan) throws -> Void) throws {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var offset: Int64 = 0
    while offset < byteCount {
      let count = pread(descriptor, &buffer, buffer.count, off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw WoofError.missingBytes }
      try body(buffer.span.extracting(first: count).bytes)
      offset += Int64(count)
    }
  }
}

extension WoofError {
  /// The error of a photo whose record is there and whose bytes are not.
  static var missingBytes: WoofError {
    WoofError(.internal, "The bytes of this photo are missing; the operator has to restore them.")
  }
}
