// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

/// A library over stores in memory, with the accounts `ada`, `bob` and the administrator `root`.
struct SampleLibrary {
  let records = MemoryRecordStore()
  let blobs = MemoryBlobStore()
  let time = ManualTime()
  let workers = WorkerPool(name: "worker", threadCount: 2)
  let library: PhotoLibrary
  let favourites: FavouriteLibrary
  let intake: PhotoIntake
  let ada: Principal
  let bob: Principal
  let root: Principal

  init(
    transformers: [any PhotoTransforming] = [SampleTransformer()], limits: PhotoIntake.Limits = PhotoIntake.Limits()
  ) throws {
    library = PhotoLibrary(records: records, blobs: blobs, workers: workers)
    favourites = FavouriteLibrary(store: records, time: time)
    intake = PhotoIntake(
      parts: PhotoIntake.Parts(
        records: records, blobs: blobs, transformers: TransformerChain(transformers), workers: workers, time: time,
        ids: PhotoIDGenerator(time: time, random: RepeatableRandom())), limits: limits)
    ada = Principal(id: AccountID(rawValue: 1), name: try AccountName("ada").orThrow(), isAdministrator: false)
    bob = Principal(id: AccountID(rawValue: 2), name: try AccountName("bob").orThrow(), isAdministrator: false)
    root = Principal(id: AccountID(rawValue: 3), name: try AccountName("root").orThrow(), isAdministrator: true)
  }

  /// Uploads bytes in runs.
  func upload(
    _ runs: [String], by principal: Principal, _ details: PhotoUpload.Details = PhotoUpload.Details()
  ) async throws -> PhotoAddition {
    let upload = try await intake.beginUpload(by: principal)
    for run in runs { try upload.write(Array(run.utf8).span.bytes) }
    return try await upload.finish(details)
  }

  /// Adds a photo of bytes that the account has not uploaded before.
  func add(
    _ text: String = "dog", by principal: Principal, visibility: Visibility = .public
  ) async throws -> PhotoRecord {
    let addition = try await upload([text], by: principal, PhotoUpload.Details(visibility: visibility))
    guard case .added(let record) = addition else { throw WoofError(.internal, "The photo is not new: \(addition)") }
    return record
  }

  /// The error that `body` throws.
  func error(_ body: () async throws -> Void) async throws -> WoofError {
    try #require(await #expect(throws: WoofError.self) { try await body() })
  }
}

/// A record of which a test cares about little.
func sampleRecord(
  owner: Int64 = 1, visibility: Visibility = .public, isDeleted: Bool = false, sequence: Int64 = 1,
  metadataSequence: Int64 = 1, withdrawnSequence: Int64 = 0
) throws -> PhotoRecord {
  PhotoRecord(
    id: PhotoID(high: 1, low: 1), ownerID: AccountID(rawValue: owner), ownerName: try AccountName("ada").orThrow(),
    original: PhotoRecord.Original(
      digest: try Digest([UInt8](repeating: 1, count: 32)).orThrow(), byteCount: 3, type: .png, width: 4, height: 3),
    caption: "", visibility: visibility, createdAt: Timestamp(milliseconds: 0), sequence: sequence,
    metadataSequence: metadataSequence, withdrawnSequence: withdrawnSequence, isDeleted: isDeleted)
}
