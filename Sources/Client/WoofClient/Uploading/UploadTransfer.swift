// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading

/// One photo on its way to the service, over as many requests and attempts as it takes. Used by one task.
final class UploadTransfer {
  /// So many bytes of JSON are taken in a response at most.
  private static let responseLimit = 1 << 20

  private let loader: ServiceLoader
  private let head: UploadHead
  private let content: OutgoingContent
  private let length: Int64
  private let progress: TransferProgress
  /// The resume data of a request that broke off; `nil` to send the photo from its beginning.
  private var resumeData: Data?
  /// The upload in parts; `nil` as long as the photo has not been refused as a whole.
  private var steps: SteppedUpload?

  init(
    _ loader: ServiceLoader, _ head: UploadHead, _ content: OutgoingContent, length: Int64, _ progress: TransferProgress
  ) {
    self.loader = loader
    self.head = head
    self.content = content
    self.length = length
    self.progress = progress
  }

  /// The number of bytes that the service is known to have; 0 unless the photo is sent in parts.
  var reached: Int64 { steps?.offset ?? 0 }

  /// Sends what is to be sent, as far as that goes without a break; after one, it goes on where it was.
  ///
  /// - Throws: ``WoofError``, `CancellationError`.
  func attempt() async throws -> UploadedPhoto {
    if let steps { return try await send(in: steps) }
    do {
      return try await sendWhole()
    } catch let error as WoofError {
      guard let steps = SteppedUpload(length: length, after: error) else { throw error }
      resumeData = nil
      return try await send(in: steps)
    }
  }

  private func send(in steps: SteppedUpload) async throws -> UploadedPhoto {
    var steps = steps
    defer { self.steps = steps }
    let uploaded = try await steps.send(head, to: loader, reading: content.part, sent: sent)
    progress.set(length, of: length)
    return uploaded
  }

  private var sent: (@Sendable (Int64) -> Void)? {
    guard progress.isWatched else { return nil }
    return { [progress, length] in progress.set($0, of: length) }
  }

  private func sendWhole() async throws -> UploadedPhoto {
    let sink = MemorySink(limit: Self.responseLimit)
    let sending = resumeData.map(OutgoingContent.resumed) ?? content
    do {
      let response = try await loader.load(try request(), sending: sending, into: sink, sent: report)
      return try uploaded(response, sink)
    } catch let error as WoofError {
      resumeData = (error.cause as? URLError)?.userInfo[NSURLSessionUploadTaskResumeData] as? Data
      throw error
    }
  }

  private func request() throws -> URLRequest {
    let fields = [
      "Accept": "application/json, application/problem+json", "Content-Type": "application/octet-stream",
    ]
    return try loader.request(
      .post, "/v1/photos", query: head.query, fields: fields.merging(head.fields) { own, _ in own })
  }

  private var report: (@Sendable (_ count: Int64, _ total: Int64) -> Void)? {
    guard progress.isWatched else { return nil }
    return { [progress] in progress.set($0, of: $1) }
  }

  private func uploaded(_ head: APIResponse, _ sink: MemorySink) throws -> UploadedPhoto {
    do {
      let photo = try APIResponse(head, data: sink.data).json(PhotoMetadata.self)
      return UploadedPhoto(photo: photo, isNew: head.status == 201)
    } catch let error as DecodingError {
      throw WoofError.unreadable(head.url, cause: error)
    }
  }
}

extension ServiceLoader: UploadService {}
