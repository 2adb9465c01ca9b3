internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Takes the bytes of one request into an upload that may be resumed.
struct UploadReception: Sendable {
  let uploads: ResumableUploads
  let answer: UploadAnswer
  let revision: UploadRevision
  let request: HTTPRequest
  let owner: Principal

  /// Takes what the request brings.
  ///
  /// - Returns: How far the upload has come then, which is on the disk.
  /// - Throws: ``WoofCore/UploadRefusal``, ``WoofModel/WoofError``.
  func receive(_ append: UploadAppend, into upload: ResumableUpload) async throws -> ResumableUpload.Position? {
    do {
      guard case .receive(let turn) = try await upload.begin(append, by: owner) else { return nil }
      do {
        try await take(turn, into: upload)
      } catch WoofError.Code.requestTimeout {
        throw try await stall(of: turn, in: upload)
      }
      return try await upload.end(turn, isComplete: append.isComplete)
    } catch {
      // What merely broke off can be gone on with.
      await uploads.pause(upload)
      throw error
    }
  }

  private func take(_ turn: UploadState.Turn, into upload: ResumableUpload) async throws {
    try await BodyPump.pump(request.body, on: uploads.library.parts.workers) { bytes in
      let count = try upload.write(bytes, in: turn)
      guard revision.tellsProgress, count >= uploads.limits.progressByteCount else { return }
      tell(try upload.acknowledge())
    }
  }

  /// What whoever stopped sending is told: from where on the rest can be sent.
  private func stall(of turn: UploadState.Turn, in upload: ResumableUpload) async throws -> FailedAnswer {
    let position = try await upload.suspend(turn)
    var fields = answer.fields(of: position, revision)
    if turn.start == 0 { fields.append(.location, UploadAnswer.path(of: upload)) }
    return FailedAnswer(
      WoofError(
        .requestTimeout,
        "The bytes came more slowly than they are waited for (minimumBodyRate); go on at byte \(position.offset)."),
      fields)
  }

  private func tell(_ offset: Int64) {
    revision.sendInterim(HTTPFields([.uploadOffset: String(offset)]), to: request)
  }
}
