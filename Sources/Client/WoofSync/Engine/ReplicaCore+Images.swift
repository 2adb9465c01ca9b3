// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The bytes that are being fetched, and for whom.
struct ImageLoads {
  /// One image on its way, for all who want it.
  struct Load {
    var number: Int
    var task: Task<URL, any Error>
    var waiting = 1
  }

  let kept: KeptImages
  var running: [ImageKey: Load] = [:]
  var lastNumber = 0
  /// The task that fetches originals of pinned photos; `nil` while none is wanted.
  var pinning: Task<Void, Never>?
  /// The pinned photos whose originals are to be fetched.
  var wantedPins: [PhotoID] = []
  /// The pinned photos whose originals the service refused; they are not asked for again before they are pinned again.
  var refusedPins: Set<PhotoID> = []
  /// `true` if the files of pinned photos have been looked for in this process.
  var hasCheckedPins = false

  init(_ kept: KeptImages) { self.kept = kept }
}

// MARK: Fetching

extension ReplicaCore {
  /// Fetches an image, once for all who ask for it meanwhile.
  ///
  /// - Throws: `WoofError`; `CancellationError` when all who ask are cancelled, or the replica is closed.
  func fetchImage(_ key: ImageKey) async throws -> URL {
    guard !isClosed else { throw WoofError(.fileNotReadable, "The replica has been closed: open it again.") }
    let load = join(key)
    return try await withTaskCancellationHandler {
      try await load.task.value
    } onCancel: {
      Task { await self.leave(key, load.number) }
    }
  }

  private func join(_ key: ImageKey) -> ImageLoads.Load {
    if var load = images.running[key] {
      load.waiting += 1
      images.running[key] = load
      return load
    }
    images.lastNumber += 1
    let number = images.lastNumber
    let load = ImageLoads.Load(
      number: number,
      task: Task {
        defer { if self.images.running[key]?.number == number { self.images.running[key] = nil } }
        return try await self.load(key)
      })
    images.running[key] = load
    return load
  }

  private func leave(_ key: ImageKey, _ number: Int) {
    guard var load = images.running[key], load.number == number else { return }
    load.waiting -= 1
    images.running[key] = load.waiting > 0 ? load : nil
    if load.waiting == 0 { load.task.cancel() }
  }

  private func load(_ key: ImageKey) async throws -> URL {
    // Somebody else may have fetched it since the asker looked.
    if let file = try images.kept.find(key) { return file }
    guard let photo = try reader.read({ try $0.photo(key.photo) }) else { throw WoofError(photoNotHere: key.photo) }
    guard !photo.isUploading else { throw WoofError(notUploaded: photo, key.variant) }
    guard engine.isReachable else { throw WoofError(bytesNotHere: photo, cause: nil) }
    let bytes = key.variant.map { PhotoBytes.variant($0, of: photo.metadata) } ?? .original(of: photo.metadata)
    let name = "files/\(environment.newName()).part"
    defer { files.remove(name) }
    do {
      let downloaded = try await transfers.download(bytes, to: files.url(of: name), progress: nil)
      guard !isClosed else { throw CancellationError() }
      return try keep(
        key, downloaded.digest, in: name, listed: key.variant.flatMap { photo.metadata.variants?[$0]?.digest })
    } catch let error as WoofError where [.serviceUnreachable, .connectionLost].contains(error.code) {
      throw WoofError(bytesNotHere: photo, cause: error)
    }
  }

  /// Keeps bytes that have come. Nothing is waited for between the file and the row that tells of it.
  private func keep(_ key: ImageKey, _ digest: Digest, in draft: String, listed: Digest?) throws -> URL {
    let (kept, name) = (images.kept, KeptFile.name(of: digest))
    guard let byteCount = try files.byteCount(of: draft) else {
      throw WoofError(.fileNotWritable, "What came of the photo \(key.photo) has gone from the disk: try again.")
    }
    try files.adopt(files.url(of: draft), as: name)
    let image = KeptImage(digest: digest, byteCount: byteCount, listed: listed)
    do {
      try write { transaction in
        guard try transaction.shown(key.photo) != nil else { throw WoofError(photoNotHere: key.photo) }
        try transaction.note(kept.takeUses())
        try transaction.keep(key, image, use: kept.nextUse(), limit: kept.limit)
      }
    } catch {
      let isKept = try? file.read { try KeptFile.names(in: $0).contains(name) }
      if isKept == false { files.remove(name) }
      throw error
    }
    kept.noteSound(digest)
    return files.url(of: name)
  }

  /// Ends what is being fetched, and notes which files were used.
  func closeImages() async {
    let loads = images.running.values.map(\.task)
    for load in loads { load.cancel() }
    images.pinning?.cancel()
    for load in loads { _ = await load.result }
    await images.pinning?.value
    let uses = images.kept.takeUses()
    if !uses.isEmpty { _ = try? file.write(observes: false) { try $0.note(uses) } }
  }
}

// MARK: Pinned photos

extension ReplicaCore {
  /// The most originals of pinned photos that are fetched at once.
  private static let pinLimit = 2

  /// Pins a photo, whose original is fetched at once where sync goes on, and otherwise with the next sync.
  func pin(_ id: PhotoID) throws(WoofError) {
    try write { try $0.pin(id) }
    images.refusedPins.remove(id)
    images.wantedPins.append(id)
    if engine.mode == .continuous { fetchPinned() }
  }

  /// Unpins a photo.
  func unpin(_ id: PhotoID) throws(WoofError) {
    let limit = images.kept.limit
    try write { try $0.unpin(id, limit: limit) }
    images.wantedPins.removeAll { $0 == id }
  }

  /// Fetches the originals of pinned photos that are not here. What fails is tried again when sync is next at rest.
  func fetchPinned() {
    guard !isClosed, images.pinning == nil, engine.isReachable,
      let missing = try? missingPins(checksFiles: !images.hasCheckedPins)
    else { return }
    images.hasCheckedPins = true
    let wanted = missing.filter { !images.refusedPins.contains($0) }
    guard !wanted.isEmpty else { return }
    images.wantedPins = wanted
    images.pinning = Task {
      await withTaskGroup { group in
        for _ in 0..<Self.pinLimit { group.addTask { await self.fetchWantedPins() } }
      }
      self.images.pinning = nil
      // One may have been pinned just when all others were done.
      if !self.images.wantedPins.isEmpty { self.fetchPinned() }
    }
  }

  /// Waits until nothing is fetched for pinned photos.
  func pinsFetched() async { await images.pinning?.value }

  /// The pinned photos whose originals are not here.
  ///
  /// - Parameter checksFiles: `true` to look for the files as well, and not only at what is noted of them.
  func missingPins(checksFiles: Bool) throws(WoofError) -> [PhotoID] {
    let kept = images.kept
    return try file.read { database in
      try KeptFile.pinnedPhotos(in: database).filter { id in
        guard let image = try KeptFile.read(ImageKey(photo: id), in: database) else { return true }
        return checksFiles && !kept.isHere(image)
      }
    }
  }

  private func fetchWantedPins() async {
    while !Task.isCancelled, !isClosed, let id = images.wantedPins.popLast() {
      do {
        _ = try await fetchImage(ImageKey(photo: id))
      } catch let error as WoofError where error.code.status >= 400 && !error.isWorthRetrying {
        images.refusedPins.insert(id)
      } catch let error as WoofError where error.code == .digestMismatch || error.code == .unsupportedImage {
        images.refusedPins.insert(id)
      } catch {
        // The disk is full, or there is no way to the service: the others would fail as well.
        images.wantedPins = []
      }
    }
  }
}

// MARK: Errors

extension WoofError {
  fileprivate init(bytesNotHere photo: ReplicaPhoto, cause: WoofError?) {
    let reason = cause.map { " (\($0.message))" } ?? ""
    self.init(
      .bytesNotHere,
      "The bytes of the photo \(photo.id) are not on this device, and the service is not reached\(reason): try again when "
        + "it is, and pin photos that are needed without a network.", cause: cause)
  }

  fileprivate init(notUploaded photo: ReplicaPhoto, _ variant: String?) {
    let reason =
      variant == nil ? "its file is missing or damaged: discard it, and add it again" : "only its original is here"
    self.init(.bytesNotHere, "The photo \(photo.id) is not uploaded yet, and \(reason).")
  }
}
