// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Sends one edit, once, and says what came of it. It decides nothing.
struct EditSender: Sendable {
  let service: any ReplicaService
  let files: any ReplicaFiles
  /// The name of this device.
  let device: String
  /// Notes how far an upload is, which is durable when this returns.
  let note: @Sendable (_ number: Int64, UploadState) async throws -> Void
  /// Told how many bytes of an upload have been sent so far.
  let sent: @Sendable (_ number: Int64, _ byteCount: Int64) -> Void

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
  /// The bytes by which an upload has to have gone on before its progress is noted, which is a write to the disk.
  private static let notedByteCount: Int64 = 1 << 18

  private func upload(_ staged: StagedUpload, _ stored: StoredEdit) async throws -> EditOutcome {
    let number = stored.edit.number
    var state = stored.upload ?? UploadState(key: "\(stored.edit.photo)")
    do {
      guard try files.byteCount(of: staged.file) == staged.byteCount else { return .fileLost(Self.lost(staged)) }
      if !state.isBegun {
        state.isBegun = true
        try await note(number, state)
      }
      let head = UploadHead(
        digest: staged.digest, caption: staged.caption, visibility: staged.visibility, fileName: staged.fileName,
        key: state.key)
      if state.steps == nil, staged.byteCount <= Self.wholeLimit {
        if let photo = try await whole(staged, head, number, &state) { return .uploaded(photo) }
      }
      return .uploaded(try await inParts(staged, head, number, state))
    } catch let error as WoofError where error.code == .digestMismatch {
      return try await mismatched(staged, number, &state, error)
    } catch let error as WoofError where error.code == .fileNotReadable {
      return .fileLost(Self.lost(staged))
    }
  }

  /// Sends all bytes in one request.
  ///
  /// - Returns: `nil` where something before the service takes only smaller requests.
  private func whole(
    _ staged: StagedUpload, _ head: UploadHead, _ number: Int64, _ state: inout UploadState
  ) async throws -> UploadedPhoto? {
    let request = WholeUploadRequest(head: head, data: try read(0..<staged.byteCount, of: staged))
    do {
      sent(number, 0)
      return try await service.response(to: request) { [sent] count in sent(number, count) }
    } catch let error as WoofError {
      guard let steps = SteppedUpload(length: staged.byteCount, after: error) else { throw error }
      state.steps = steps
      return nil
    }
  }

  private func inParts(
    _ staged: StagedUpload, _ head: UploadHead, _ number: Int64, _ state: UploadState
  ) async throws -> UploadedPhoto {
    var steps = state.steps ?? SteppedUpload(length: staged.byteCount, limit: SteppedUpload.largestPart)
    // After a break, nobody knows how much arrived.
    steps.broke()
    var noted = state
    return try await steps.send(
      head, to: service, reading: { try read($0, of: staged) }, sent: { [sent] count in sent(number, count) }
    ) { steps in
      (noted.steps, noted.sentByteCount) = (steps, 0)
      try await note(number, noted)
    } reached: { offset in
      guard abs(offset - (noted.sentByteCount ?? 0)) >= Self.notedByteCount else { return }
      noted.sentByteCount = offset
      // An upload goes on whether it is known how far it is or not.
      try? await note(number, noted)
    }
  }

  private func read(_ range: Range<Int64>, of staged: StagedUpload) throws -> Data {
    let data = try files.read(staged.file, range)
    guard Int64(data.count) == range.upperBound - range.lowerBound else {
      throw WoofError(.fileNotReadable, "The staged picture is cut.")
    }
    return data
  }

  /// The service has got other bytes than those of the file: where the file has not changed, they are sent anew.
  private func mismatched(
    _ staged: StagedUpload, _ number: Int64, _ state: inout UploadState, _ error: WoofError
  ) async throws -> EditOutcome {
    guard try files.digest(of: staged.file) == staged.digest else { return .fileLost(Self.lost(staged)) }
    (state.steps, state.sentByteCount) = (nil, nil)
    try await note(number, state)
    return .failed(error)
  }

  private static func lost(_ staged: StagedUpload) -> SyncProblem {
    let name = staged.fileName ?? "The picture"
    return SyncProblem(
      name: WoofError.Code.stagedFileLost.name,
      message: "\(name) is no longer on this device as it was when it was added: discard it, and add it again.")
  }
}

/// `POST /v1/photos` with all bytes of a picture.
private struct WholeUploadRequest: APIRequest {
  let head: UploadHead
  let data: Data

  var method: HTTPMethod { .post }
  var path: String { "/v1/photos" }
  var query: [URLQueryItem] { head.query }
  var fields: [String: String] { head.fields }
  var content: RequestContent? { RequestContent(type: "application/octet-stream", data: data) }
  // The key makes it so.
  var isIdempotent: Bool { true }

  func response(from response: APIResponse) throws -> UploadedPhoto {
    UploadedPhoto(photo: try response.json(PhotoMetadata.self), isNew: response.status == 201)
  }
}
