// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import WoofModel

/// Keeps blobs under their digests. A blob that has been placed and secured is durable.
///
/// Calls that are not `async` block, so they belong on a ``WorkerPool``; only ``open(_:)`` is quick enough for an event loop
/// when the blob's directory is in the system's cache. All may throw ``WoofModel/WoofError`` with the code `internal`,
/// `insufficient-storage` when they write, and `unavailable` where blobs are on other machines.
package protocol BlobStore: Sendable {
  /// Opens a place for bytes whose digest is not known yet.
  func makeSpool() throws -> any BlobSpool

  /// Opens a blob that is on this machine for reading; `nil` where there is none under that digest.
  func open(_ digest: Digest) throws -> (any BlobFile)?

  /// Fetches a blob that is not on this machine, and opens it for reading; `nil`, the default, where there is none.
  func fetch(_ digest: Digest) async throws -> (any BlobFile)?

  /// Holds a blob that is there already, and on this machine.
  ///
  /// - Returns: The hold; `nil` where there is no blob under that digest.
  func hold(_ digest: Digest) throws -> (any BlobHold)?

  /// Holds a blob that is there already, and on other machines; `nil`, the default, where there is none.
  func holdElsewhere(_ digest: Digest) async throws -> (any BlobHold)?
}

extension BlobStore {
  package func fetch(_ digest: Digest) async throws -> (any BlobFile)? { nil }

  package func holdElsewhere(_ digest: Digest) async throws -> (any BlobHold)? { nil }

  /// Opens a blob wherever it is; `nil` where there is none under that digest.
  func open(_ digest: Digest, on workers: WorkerPool) async throws -> (any BlobFile)? {
    if let file = try await workers.run({ try self.open(digest) }) { return file }
    return try await fetch(digest)
  }
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

  /// Puts the bytes under their digest, which the caller has computed. They are durable when the hold has been secured.
  ///
  /// - Returns: A hold on the blob: until it goes, the blob stays even when no record names it yet.
  func place(as digest: Digest) throws -> any BlobHold
}

/// Keeps a blob from being collected as garbage, as long as it lives.
package protocol BlobHold: AnyObject, Sendable {
  /// Makes the blob durable where all nodes find it; without effect, the default, where placing it has done that.
  func secure() async throws
}

extension BlobHold {
  package func secure() async throws {}
}

/// A blob opened for reading; closed when the object goes.
package protocol BlobFile: AnyObject, Sendable {
  /// The descriptor, to be read by position only.
  var descriptor: Int32 { get }
  /// The length in bytes.
  var byteCount: Int64 { get }

  /// Lets go of a copy that turned out to be damaged, so that the next who opens the blob gets another one; without effect, the
  /// default, where this is the blob itself.
  func discard()
}

extension BlobFile {
  package func discard() {}

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
