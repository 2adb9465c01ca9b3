// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading

/// One photo on its way to the service, over as many requests and attempts as it takes. Used by one task.
final class UploadTransfer {
  /// So many bytes of JSON are taken in a response at most.
  private static let responseLimit = 1 << 20

  private let loader: ServiceLoader
  private let request: URLRequest
  private let content: OutgoingContent
  private let length: Int64
  private let progress: TransferProgress
  /// The resume data of a request that broke off; `nil` to send the photo from its beginning.
  private var resumeData: Data?
  /// The upload in parts; `nil` as long as the photo has not been refused as a whole.
  private var steps: SteppedUpload?

  /// - Parameter request: The request that sends the photo as a whole.
  init(
    _ loader: ServiceLoader, _ request: URLRequest, _ content: OutgoingContent, length: Int64,
    _ progress: TransferProgress
  ) {
    self.loader = loader
    self.request = request
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
    if steps != nil { return try await sendInSteps() }
    do {
      return try await sendWhole()
    } catch let error as WoofError {
      guard let steps = SteppedUpload(length: length, after: error) else { throw error }
      resumeData = nil
      self.steps = steps
      return try await sendInSteps(insteadOf: error)
    }
  }

  private func sendWhole() async throws -> UploadedPhoto {
    let sink = MemorySink(limit: Self.responseLimit)
    let sending = resumeData.map(OutgoingContent.resumed) ?? content
    do {
      let head = try await loader.load(request, sending: sending, into: sink, sent: progress)
      return try uploaded(head, sink)
    } catch let error as WoofError {
      resumeData = (error.cause as? URLError)?.userInfo[NSURLSessionUploadTaskResumeData] as? Data
      throw error
    }
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

extension UploadTransfer {
  private static let partFields = ["Content-Type": "application/partial-upload"]

  /// - Parameter refusal: The error that ended an upload as a whole, where there was one just now.
  private func sendInSteps(insteadOf refusal: WoofError? = nil) async throws -> UploadedPhoto {
    while let step = steps?.next {
      do {
        if let photo = try await perform(step) { return photo }
      } catch let error as WoofError {
        guard steps?.recover(from: error) == true else { throw error }
      }
    }
    throw refusal ?? WoofError(.internal, "An upload in parts has no next part.")
  }

  /// - Returns: The photo, after the last part.
  private func perform(_ step: SteppedUpload.Step) async throws -> UploadedPhoto? {
    switch step {
    case .create: try await create()
    case .locate(let id):
      let (head, _) = try await send(try loader.request(.head, Self.path(id)))
      let told = Self.offset(told: head)
      guard let told, steps?.reached(told) == true else { throw Self.wrongOffset(head) }
      progress.set(told, of: length)
    case .append(let id, let range, let isComplete):
      let fields = ["Upload-Offset": "\(range.lowerBound)", "Upload-Complete": isComplete ? "?1" : "?0"]
      let request = try loader.request(
        .patch, Self.path(id), fields: fields.merging(Self.partFields) { $1 })
      let (head, sink) = try await send(request, try await content.part(range))
      if isComplete, head.status != 204 {
        progress.set(length, of: length)
        return try uploaded(head, sink)
      }
      let told = Self.offset(told: head) ?? range.upperBound
      guard steps?.advanced(to: told) == true else { throw Self.wrongOffset(head) }
      progress.set(told, of: length)
    }
    return nil
  }

  private func create() async throws {
    var creation = request
    creation.setValue("?0", forHTTPHeaderField: "Upload-Complete")
    creation.setValue("\(length)", forHTTPHeaderField: "Upload-Length")
    let (head, _) = try await send(creation)
    guard let id = head[field: "Location"]?.split(separator: "/").last, head[field: "Upload-Complete"] == "?0" else {
      throw WoofError.incomplete(head.url, missing: "Upload-Complete")
    }
    steps?.created(
      ServiceAddress.encoded(String(id)), limit: UploadLimits(in: head[field: "Upload-Limit"]).maximumPartByteCount)
  }

  private func send(_ request: URLRequest, _ part: Data = Data()) async throws -> (APIResponse, MemorySink) {
    let sink = MemorySink(limit: Self.responseLimit)
    let head = try await loader.load(request, sending: .body(part), into: sink)
    return (head, sink)
  }

  private static func offset(told head: APIResponse) -> Int64? { head[field: "Upload-Offset"].flatMap { Int64($0) } }

  private static func wrongOffset(_ head: APIResponse) -> WoofError {
    WoofError.incomplete(head.url, missing: "a right Upload-Offset")
  }

  private static func path(_ id: String) -> String { "/v1/uploads/\(id)" }
}
