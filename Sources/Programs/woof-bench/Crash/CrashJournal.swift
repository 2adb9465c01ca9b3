// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WoofModel

/// A client's knowledge of a service that may be killed at any moment: what was acknowledged, and what is in doubt.
///
/// Several connections share a journal. It never lets two operations run at once whose order would decide the result.
struct CrashJournal: Sendable {
  /// A photo that was acknowledged, or seen after a crash.
  struct Photo: Sendable {
    let upload: CrashUpload
    var caption: Possible<String>
    var visibility = Possible(Visibility.public)
    var isDeleted = Possible(false)
    /// The favourites of the photo, by account.
    var favourites: [Possible<Bool>]
    /// The greatest version that was acknowledged.
    var version: Int64
    /// The number of operations on it that are under way.
    var operationCount = 0
    /// `true` while its caption or visibility is being changed.
    var isBeingEdited = false
    /// The accounts whose favourite is being changed.
    var busyAccounts: Set<Int> = []

    init(_ upload: CrashUpload, version: Int64, accountCount: Int) {
      self.upload = upload
      self.version = version
      caption = Possible(upload.caption)
      favourites = Array(repeating: Possible(false), count: accountCount)
    }
  }

  /// The bytes that an account has or is about to have.
  struct Holding: Hashable, Sendable {
    var owner: Int
    var digest: Digest
  }

  let accountCount: Int
  /// All photos that there ever were.
  private(set) var photos: [PhotoID: Photo] = [:]
  /// The photos that are not deleted and not about to be, in no order.
  private(set) var live: [PhotoID] = []
  /// Uploads that are under way or in doubt.
  private(set) var openUploads: Set<CrashUpload> = []
  private(set) var holdings: Set<Holding> = []
  /// The number of operations that were acknowledged.
  private(set) var acknowledgedCount = 0
  /// The number of operations that had no response when the service was killed.
  private(set) var doubtCount = 0
  /// A number that grows with every upload and caption, so that all of them differ.
  private(set) var serial: UInt64 = 0

  init(accountCount: Int) { self.accountCount = accountCount }

  /// Notes that an operation begins.
  mutating func begin(_ operation: CrashOperation) {
    switch operation {
    case .upload(let upload):
      openUploads.insert(upload)
      holdings.insert(Holding(owner: upload.owner, digest: upload.digest))
    case .duplicate(let id, _): photos[id]?.operationCount += 1
    case .favourite(let id, let account, let isSet):
      photos[id]?.operationCount += 1
      photos[id]?.busyAccounts.insert(account)
      photos[id]?.favourites[account].begin(isSet)
    case .edit(let id, _, let edit):
      photos[id]?.operationCount += 1
      photos[id]?.isBeingEdited = true
      switch edit {
      case .caption(let caption): photos[id]?.caption.begin(caption)
      case .visibility(let visibility): photos[id]?.visibility.begin(visibility)
      }
    case .deletion(let id, _):
      photos[id]?.operationCount += 1
      photos[id]?.isDeleted.begin(true)
      live.removeAll { $0 == id }
    }
  }

  /// Notes that an operation was acknowledged.
  ///
  /// - Parameter metadata: The photo's metadata in the response; `nil` for a deletion.
  mutating func acknowledge(_ operation: CrashOperation, _ metadata: PhotoMetadata?) {
    acknowledgedCount += 1
    release(operation)
    switch operation {
    case .upload(let upload):
      openUploads.remove(upload)
      if let metadata { add(upload, metadata) }
    case .duplicate: break
    case .favourite(let id, let account, _): photos[id]?.favourites[account].settle()
    case .edit(let id, _, .caption): photos[id]?.caption.settle()
    case .edit(let id, _, .visibility): photos[id]?.visibility.settle()
    case .deletion(let id, _):
      photos[id]?.isDeleted.settle()
      forgetHolding(of: id)
    }
    if let metadata, let photo = photos[metadata.id] {
      photos[metadata.id]?.version = max(photo.version, metadata.version)
    }
  }

  /// Notes that the connection ended before the response to an operation.
  mutating func lose(_ operation: CrashOperation) {
    doubtCount += 1
    release(operation)
  }

  /// Returns the next number for contents, captions and keys.
  mutating func nextSerial() -> UInt64 {
    serial += 1
    return serial
  }

  private mutating func release(_ operation: CrashOperation) {
    switch operation {
    case .upload: break
    case .duplicate(let id, _), .deletion(let id, _): photos[id]?.operationCount -= 1
    case .favourite(let id, let account, _):
      photos[id]?.operationCount -= 1
      photos[id]?.busyAccounts.remove(account)
    case .edit(let id, _, _):
      photos[id]?.operationCount -= 1
      photos[id]?.isBeingEdited = false
    }
  }
}

extension CrashJournal {
  /// Notes a photo that exists.
  mutating func add(_ upload: CrashUpload, _ metadata: PhotoMetadata) {
    photos[metadata.id] = Photo(upload, version: metadata.version, accountCount: accountCount)
    live.append(metadata.id)
    holdings.insert(Holding(owner: upload.owner, digest: upload.digest))
  }

  /// Notes that an upload in doubt has become a photo, or is given up.
  mutating func close(_ upload: CrashUpload) {
    openUploads.remove(upload)
    let isHeld = photos.values.contains {
      $0.upload.owner == upload.owner && $0.upload.digest == upload.digest && !$0.isDeleted.known
    }
    if !isHeld { holdings.remove(Holding(owner: upload.owner, digest: upload.digest)) }
  }

  /// Notes the observed state of a photo that exists.
  mutating func adopt(_ metadata: PhotoMetadata, favourites: [Bool]) {
    guard var photo = photos[metadata.id] else { return }
    photo.caption.adopt(metadata.caption)
    photo.visibility.adopt(metadata.visibility)
    for (account, isSet) in favourites.enumerated() { photo.favourites[account].adopt(isSet) }
    photo.version = max(photo.version, metadata.version)
    if photo.isDeleted.pending != nil || photo.isDeleted.known { live.append(metadata.id) }
    photo.isDeleted.adopt(false)
    photos[metadata.id] = photo
  }

  /// Notes that a photo was observed to be gone.
  mutating func adoptDeletion(of id: PhotoID) {
    photos[id]?.isDeleted.adopt(true)
    live.removeAll { $0 == id }
    forgetHolding(of: id)
  }

  private mutating func forgetHolding(of id: PhotoID) {
    guard let upload = photos[id]?.upload else { return }
    holdings.remove(Holding(owner: upload.owner, digest: upload.digest))
  }
}

/// A value that a service keeps, as far as its client can know it: the last acknowledged value, and one that was
/// requested since then without a response.
struct Possible<Value: Equatable & Sendable>: Sendable {
  /// The last acknowledged value.
  private(set) var known: Value
  /// The requested value, which the service may have taken or not; `nil` if there is none.
  private(set) var pending: Value?

  init(_ known: Value) { self.known = known }

  /// Notes that a value is requested.
  mutating func begin(_ value: Value) { pending = value }

  /// Notes that the requested value was acknowledged.
  mutating func settle() {
    known = pending ?? known
    pending = nil
  }

  /// Returns `true` if the service may have this value: the acknowledged or the requested one.
  func allows(_ value: Value) -> Bool { value == known || value == pending }

  /// Notes the value that the service was observed to have.
  mutating func adopt(_ value: Value) {
    known = value
    pending = nil
  }
}

extension CrashJournal {
  /// Notes the response to an operation.
  ///
  /// - Returns: The fault of the response; `nil` if there is none.
  mutating func take(_ response: HTTPClientResponse, to operation: CrashOperation) -> String? {
    let expected =
      switch operation {
      case .upload: 201
      case .duplicate, .favourite, .edit: 200
      case .deletion: 204
      }
    guard response.status == expected else {
      lose(operation)
      return "\(operation) was answered \(response.status): \(response.text)"
    }
    let metadata = try? JSONDecoder().decode(PhotoMetadata.self, from: Data(response.body))
    acknowledge(operation, metadata)
    return fault(in: metadata, of: operation)
  }

  private func fault(in metadata: PhotoMetadata?, of operation: CrashOperation) -> String? {
    let isRight =
      switch operation {
      case .upload(let upload): metadata?.digest == upload.digest && metadata?.caption == upload.caption
      case .duplicate(let id, _): metadata?.id == id
      case .favourite(let id, _, let isSet): metadata?.id == id && metadata?.isFavourite == isSet
      case .edit(let id, _, .caption(let caption)): metadata?.id == id && metadata?.caption == caption
      case .edit(let id, _, .visibility(let visibility)): metadata?.id == id && metadata?.visibility == visibility
      case .deletion: metadata == nil
      }
    return isRight ? nil : "\(operation) was answered with other metadata: \(metadata.map { "\($0)" } ?? "none")"
  }
}
