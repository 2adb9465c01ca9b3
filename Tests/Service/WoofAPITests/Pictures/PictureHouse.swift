// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import Testing
import WoofCore
import WoofCryptography
import WoofImages
import WoofModel
import WoofStorage

@testable import TestKit
@testable import TestPictures

/// A library over embedded stores, whose pictures go to a scripted transformer.
struct PictureHouse: Sendable {
  let storage: EmbeddedStorage
  let library: PhotoLibrary
  let intake: PhotoIntake
  let ids: PhotoIDGenerator
  let pictures: PictureDerivation
  let owner: Principal
  private let folder: TemporaryFolder
  private let reported: Reported

  /// What was reported, in words.
  var reports: [String] { reported.texts.withLock(\.self) }

  init(
    in folder: TemporaryFolder, _ transformer: (any PictureTransforming)?, files: any FileSystem, time: PictureTime
  ) async throws {
    let reported = Reported()
    self.reported = reported
    var configuration = EmbeddedStoreConfiguration()
    // Reading blobs again would be one more step among those that tests look at.
    configuration.scrubByteRate = 0
    storage = try EmbeddedStorage(
      in: DataFolder.open(at: folder.path("data"), for: .service, files: files), configuration: configuration)
    let chain = TransformerChain([ImageStructure()])
    let workers = WorkerPool(name: "worker", threadCount: 2)
    pictures = PictureDerivation(
      parts: PictureDerivation.Parts(
        records: storage.records, derivations: storage.records, blobs: storage.blobs, metadata: chain, workers: workers,
        time: time, report: { event in reported.texts.withLock { $0.append("\(event)") } }),
      setup: PictureSetup(transformer: transformer))
    ids = PhotoIDGenerator(time: time)
    library = PhotoLibrary(
      records: storage.records, blobs: storage.blobs, workers: workers, pictures: pictures)
    intake = PhotoIntake(
      parts: PhotoIntake.Parts(
        records: storage.records, blobs: storage.blobs, transformers: chain, workers: workers, time: time,
        ids: ids, pictures: pictures))
    self.folder = folder
    owner = try await Self.account("ada", in: storage.records)
  }

  /// Uploads a picture that is unlike those of other numbers.
  ///
  /// - Parameters:
  ///   - uploader: Whose it is; the owner's by default.
  ///   - visibility: Who may read it; everybody by default.
  func upload(
    _ number: Int, by uploader: Principal? = nil, visibility: Visibility = .public
  ) async throws -> PhotoRecord {
    guard case .added(let record) = try await send(number, by: uploader ?? owner, visibility) else {
      throw TestFailure("picture \(number) was not new")
    }
    return record
  }

  /// Uploads a picture that the owner has.
  ///
  /// - Returns: The photo that was there.
  func uploadAgain(_ number: Int) async throws -> PhotoID {
    guard case .duplicate(let record) = try await send(number, by: owner, .public) else {
      throw TestFailure("picture \(number) was new")
    }
    return record.id
  }

  /// Uploads an animation of two frames.
  func uploadAnimation() async throws -> PhotoRecord {
    guard case .added(let record) = try await send(SampleWebP.animation(frameCount: 2).bytes, by: owner, .public) else {
      throw TestFailure("the animation was not new")
    }
    return record
  }

  private func send(_ number: Int, by uploader: Principal, _ visibility: Visibility) async throws -> PhotoAddition {
    let bytes = SampleJPEG.withComment("number \(number)")
    return try await send(bytes, by: uploader, visibility)
  }

  private func send(_ bytes: [UInt8], by uploader: Principal, _ visibility: Visibility) async throws -> PhotoAddition {
    let upload = try await intake.beginUpload(by: uploader)
    try upload.write(bytes.span.bytes)
    return try await upload.finish(PhotoUpload.Details(visibility: visibility))
  }

  /// An account of a name.
  func account(_ name: String) async throws -> Principal { try await Self.account(name, in: storage.records) }

  /// Removes the file of a blob.
  ///
  /// - Returns: Whether it was there.
  func lose(_ digest: Digest) throws -> Bool {
    let name = folder.files(below: "data/blobs").first { $0.contains(digest.hexadecimal) }
    return name.map { unlink(folder.path("data/blobs/\($0)")) == 0 } ?? false
  }

  private static func account(_ text: String, in store: EmbeddedStore) async throws -> Principal {
    guard let name = AccountName(text) else { throw TestFailure("\(text) is no name") }
    if let known = try await store.credential(of: name) { return Principal(known.account) }
    let hash = try PasswordHash(hashing: "woof", cost: PasswordHash.Cost(logarithmOfN: 1))
    return Principal(
      try await store.addAccount(name, passwordHash: hash, isAdministrator: false, at: Timestamp(milliseconds: 0)))
  }

  private final class Reported: Sendable {
    let texts = Mutex<[String]>([])
  }
}

extension PictureHouse {
  /// Adds private photos without bytes that have these perceptual hashes, each of one pixel more than the one before.
  ///
  /// - Returns: Their ids, in order.
  func addPhotos(looking looks: [UInt64], by owner: Principal) async throws -> [PhotoID] {
    var added: [PhotoID] = []
    for look in looks {
      let id = ids.next()
      let digest = try #require(Digest(SHA256.digest(of: Array("\(id)".utf8))))
      let draft = PhotoDraft(
        id: id, owner: owner,
        original: PhotoRecord.Original(
          digest: digest, byteCount: 1, type: .jpeg, width: added.count + 1, height: 1, takenAt: nil),
        caption: "", visibility: .private, createdAt: Timestamp(milliseconds: 0),
        derivatives: PhotoDerivatives(perceptualHash: PerceptualHash(rawValue: look)))
      _ = try await storage.records.addPhoto(draft, idempotency: nil)
      added.append(id)
    }
    return added
  }
}

/// Lends a house, and closes it.
func withPictureHouse(
  in folder: TemporaryFolder? = nil, _ transformer: (any PictureTransforming)?,
  files: any FileSystem = SystemFileSystem(), time: PictureTime = PictureTime(),
  _ body: (PictureHouse) async throws -> Void
) async throws {
  let folder = try folder ?? TemporaryFolder()
  defer { withExtendedLifetime(folder) {} }
  let house = try await PictureHouse(in: folder, transformer, files: files, time: time)
  do {
    try await body(house)
    await house.storage.close()
  } catch {
    await house.storage.close()
    throw error
  }
}

/// A clock that a test moves.
final class PictureTime: TimeSource {
  private let seconds = Atomic<Int64>(1_780_000_000)

  func now() -> Timestamp { Timestamp(milliseconds: seconds.load(ordering: .relaxed) * 1000) }
  func monotonicNanoseconds() -> Int64 { seconds.load(ordering: .relaxed) * 1_000_000_000 }

  /// Lets time pass.
  func advance(seconds: Int64) { self.seconds.add(seconds, ordering: .relaxed) }
}
