// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WoofClient
import WoofTesting

@testable import TestKit
@testable import TestPictures
@testable import WoofSync

@Suite struct UploadInPartsTests {
  @Test func `a picture whose address the service forgets twice is uploaded all the same`() async throws {
    try await withService(photos: 0) { service in
      let files = try ReplicaFolder(at: service.folder.path("ada-phone"))
      let environment = ReplicaEnvironment()
      let picture = URL(fileURLWithPath: service.folder.path("large.jpg"))
      try Data(SampleJPEG.large(byteCount: 2 << 20)).write(to: picture)
      let staged = try await UploadStaging(files: files, environment: environment).stage(picture)
      let client = service.woof.client(as: "ada")
      let uploads = BreakingUploads(base: ReplicaConnector(client).service("ada"))
      let sender = EditSender(
        service: uploads, files: files, device: "phone", note: { _, state in uploads.note(state) }, sent: { _, _ in })
      let edit = PendingEdit(
        number: 1, photo: environment.newPhotoID(), change: .upload(staged), createdAt: environment.wallTime())
      uploads.note(UploadState(key: "key"))
      for _ in 0..<2 {
        guard case .failed(let error) = try await sender.send(StoredEdit(edit: edit, upload: uploads.state)) else {
          throw TestFailure("it did not break off")
        }
        #expect(error.code == .connectionLost)
        // As a service forgets one whose time is over.
        let address = try #require(uploads.state?.address)
        try await client.response(to: UploadCancellation(id: address))
      }
      uploads.isBreaking = false
      guard case .uploaded(let uploaded) = try await sender.send(StoredEdit(edit: edit, upload: uploads.state)) else {
        throw TestFailure("it was not uploaded")
      }
      #expect(uploaded.isNew && uploaded.photo.digest == staged.digest)
      files.release()
    }
  }
}

extension UploadState {
  /// The address where the parts go.
  fileprivate var address: String? {
    if case .append(let id, _, _)? = steps?.next { id } else { nil }
  }
}

/// `DELETE /v1/uploads/{id}`.
private struct UploadCancellation: APIRequest {
  typealias Response = Void

  let id: String

  var method: HTTPMethod { .delete }
  var path: String { "/v1/uploads/\(id)" }
}

/// A service to which no part of an upload gets through.
private final class BreakingUploads: ForwardingService {
  let base: any ReplicaService
  private let noted = Mutex<UploadState?>(nil)
  private let breaking = Mutex(true)

  init(base: any ReplicaService) { self.base = base }

  var isBreaking: Bool {
    get { breaking.withLock { $0 } }
    set { breaking.withLock { $0 = newValue } }
  }

  /// The state of the upload that is durable.
  var state: UploadState? { noted.withLock { $0 } }

  func note(_ state: UploadState) { noted.withLock { $0 = state } }

  func response<Request: APIRequest>(to request: Request) async throws -> Request.Response {
    guard request.method != .patch || !isBreaking else { throw WoofError(.connectionLost, "A part broke off.") }
    return try await base.response(to: request)
  }
}
