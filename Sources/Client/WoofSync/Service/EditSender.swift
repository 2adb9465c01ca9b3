// SPDX-License-Identifier: Apache-2.0

/// Sends one edit, once, and says what came of it. It decides nothing.
struct EditSender: Sendable {
  let service: any ReplicaService
  let files: any ReplicaFiles
  /// The name of this device.
  let device: String
  /// Notes how far an upload is, which is durable when this returns.
  let note: @Sendable (_ number: Int64, UploadProgress) async throws -> Void

  /// Sends an edit.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func send(_ stored: StoredEdit) async throws -> EditOutcome {
    do {
      switch stored.edit.change {
      case .favourite(let isFavourite): return .photo(try await favourite(isFavourite, stored.edit))
      case .metadata(let edit): return .photo(try await change(stored.edit.photo, edit))
      case .deletion:
        try await service.response(to: DeletePhotoRequest(id: stored.edit.photo))
        return .deleted
      case .upload(let staged): return try await upload(staged, stored)
      }
    } catch let error as WoofError {
      return .failed(error)
    }
  }

  /// Reads a photo.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func read(_ id: PhotoID) async throws -> EditOutcome {
    do {
      return .read(try await service.response(to: PhotoRequest(id: id)))
    } catch let error as WoofError {
      return .failed(error)
    }
  }

  private func favourite(_ isFavourite: Bool, _ edit: PendingEdit) async throws -> PhotoMetadata {
    let stamp = EditStamp(device: device, number: edit.number)
    return try await service.response(to: FavouriteRequest(id: edit.photo, isFavourite: isFavourite, edit: stamp))
  }

  private func change(_ id: PhotoID, _ edit: MetadataEdit) async throws -> PhotoMetadata {
    // A service that tells no revision takes the tag of the version, in either form that a reader may have seen.
    let tag = edit.base.revision.map { PhotoMetadata.entityTag(ofRevision: $0) } ?? "\"\(edit.base.version)-n\""
    return try await service.response(
      to: EditPhotoRequest(id: id, caption: edit.caption, visibility: edit.visibility, entityTag: tag))
  }
}

// MARK: Uploads

extension EditSender {
  /// A picture of at most so many bytes goes in one request.
  private static let wholeLimit: Int64 = 1 << 20

  private func upload(_ staged: StagedUpload, _ stored: StoredEdit) async throws -> EditOutcome {
    var progress = stored.upload ?? UploadProgress(key: "\(stored.edit.photo)")
    do {
      guard try files.byteCount(of: staged.file) == staged.byteCount else { return .fileLost(Self.lost(staged)) }
      if !progress.isBegun {
        progress.isBegun = true
        try await note(stored.edit.number, progress)
      }
      let head = UploadHead(
        digest: staged.digest, caption: staged.caption, visibility: staged.visibility, fileName: staged.fileName,
        key: progress.key)
      if progress.steps == nil, staged.byteCount <= Self.wholeLimit {
        if let photo = try await whole(staged, head, &progress) { return .uploaded(photo) }
      }
      return .uploaded(try await inParts(staged, head, stored.edit.number, &progress))
    } catch let error as WoofError where error.code == .digestMismatch {
      return try await mismatched(staged, stored.edit.number, &progress, error)
    } catch let error as WoofError where error.code == .fileNotReadable {
      return .fileLost(Self.lost(staged))
    }
  }

  /// Sends all bytes in one request.
  ///
  /// - Returns: `nil` where something before the service takes only smaller requests.
  private func whole(
    _ staged: StagedUpload, _ head: UploadHead, _ progress: inout UploadProgress
  ) async throws -> UploadedPhoto? {
    let data = try files.read(staged.file, 0..<staged.byteCount)
    guard Int64(data.count) == staged.byteCount else { throw WoofError(.fileNotReadable, "The staged picture is cut.") }
    do {
      return try await service.response(to: WholeUploadRequest(head: head, data: data))
    } catch let error as WoofError {
      guard let steps = SteppedUpload(length: staged.byteCount, after: error) else { throw error }
      progress.steps = steps
      return nil
    }
  }

  private func inParts(
    _ staged: StagedUpload, _ head: UploadHead, _ number: Int64, _ progress: inout UploadProgress
  ) async throws -> UploadedPhoto {
    var steps = progress.steps ?? SteppedUpload(length: staged.byteCount, limit: SteppedUpload.largestPart)
    // After a break, nobody knows how much arrived.
    steps.broke()
    while true {
      do {
        switch steps.next {
        case .create:
          switch try await service.response(to: UploadCreationRequest(head: head, byteCount: staged.byteCount)) {
          case .finished(let photo): return photo
          case .begun(let id, let limit): steps.created(id, limit: limit)
          }
          progress.steps = steps
          try await note(number, progress)
        case .locate(let id):
          guard steps.reached(try await service.response(to: UploadOffsetRequest(id: id))) else { throw Self.nonsense }
        case .append(let id, let range, let isComplete):
          if let photo = try await append(range, to: id, isComplete: isComplete, staged, &steps) { return photo }
        }
      } catch let error as WoofError {
        guard steps.recover(from: error) else { throw error }
      }
    }
  }

  private func append(
    _ range: Range<Int64>, to id: String, isComplete: Bool, _ staged: StagedUpload, _ steps: inout SteppedUpload
  ) async throws -> UploadedPhoto? {
    let data = try files.read(staged.file, range)
    guard Int64(data.count) == range.upperBound - range.lowerBound else {
      throw WoofError(.fileNotReadable, "The staged picture is cut.")
    }
    let request = UploadPartRequest(id: id, offset: range.lowerBound, isComplete: isComplete, data: data)
    switch try await service.response(to: request) {
    case .finished(let photo): return photo
    case .reached(let offset):
      guard steps.advanced(to: offset) else { throw Self.nonsense }
      return nil
    }
  }

  /// The service has got other bytes than those of the file: where the file has not changed, they are sent anew.
  private func mismatched(
    _ staged: StagedUpload, _ number: Int64, _ progress: inout UploadProgress, _ error: WoofError
  ) async throws -> EditOutcome {
    guard try files.digest(of: staged.file) == staged.digest else { return .fileLost(Self.lost(staged)) }
    progress.steps = nil
    try await note(number, progress)
    return .failed(error)
  }

  private static func lost(_ staged: StagedUpload) -> SyncProblem {
    let name = staged.fileName ?? "The picture"
    return SyncProblem(
      name: WoofError.Code.stagedFileLost.name,
      message: "\(name) is no longer on this device as it was when it was added: discard it, and add it again.")
  }

  private static var nonsense: WoofError {
    WoofError(.invalidServerResponse, "The service has another number of bytes of an upload than it can have.")
  }
}
