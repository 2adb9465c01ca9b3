// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// Keeps the bytes of uploads only as long as this process uses them: other nodes have them as parts.
struct TransientUploadStore: UploadStore {
  let blobs: any BlobStore

  func makeUpload(_ id: UploadID, note: [UInt8]) throws -> any UploadSpool {
    TransientUploadSpool(try blobs.makeSpool())
  }

  func openUpload(_ id: UploadID) throws -> (any UploadSpool)? { nil }

  func storedUploads() throws -> [StoredUpload] { [] }

  func removeUpload(_ id: UploadID) throws {}
}

/// The spool of an upload, which goes with this object.
private final class TransientUploadSpool: UploadSpool {

  private let spool: any BlobSpool

  init(_ spool: any BlobSpool) { self.spool = spool }

  func append(_ bytes: RawSpan) throws { try spool.append(bytes) }

  func open() throws -> any BlobFile { try spool.open() }

  func quarantine(as digest: Digest, by account: AccountID, note: String) throws -> String? {
    try spool.quarantine(as: digest, by: account, note: note)
  }

  func place(as digest: Digest) throws -> any BlobHold { try spool.place(as: digest) }

  func synchronize() throws {}

  func rest() {}

  func read(_ body: (RawSpan) throws -> Void) throws {
    try spool.open().forEachPart(body)
  }
}
