// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import WoofCore
import WoofModel

@Suite struct IdempotentUploadTests {
  private func details(
    _ key: String = "k", caption: String = "", visibility: Visibility = .public
  ) -> PhotoUpload.Details {
    PhotoUpload.Details(caption: caption, visibility: visibility, idempotencyKey: key)
  }

  private func replayed(_ addition: PhotoAddition) -> StoredResponse? {
    guard case .replayed(let response) = addition else { return nil }
    return response
  }

  private func added(_ addition: PhotoAddition) -> PhotoRecord? {
    guard case .added(let record) = addition else { return nil }
    return record
  }

  @Test func `a repeated request gets the same response, and adds nothing`() async throws {
    let sample = try SampleLibrary()
    let record = try #require(added(try await sample.upload(["dog"], by: sample.ada, details())))
    let response = try #require(replayed(try await sample.upload(["d", "og"], by: sample.ada, details())))
    #expect(response.isNew)
    #expect(response.photo == record.id)
    #expect(sample.records.photos.count == 1)
  }

  @Test func `the stored response stays when the photo changes`() async throws {
    let sample = try SampleLibrary()
    let record = try #require(added(try await sample.upload(["dog"], by: sample.ada, details())))
    try await sample.library.delete(record.id, by: sample.ada)
    #expect(replayed(try await sample.upload(["dog"], by: sample.ada, details()))?.isNew == true)
  }

  @Test(arguments: [
    ("cat", PhotoUpload.Details(idempotencyKey: "k")),
    ("dog", PhotoUpload.Details(caption: "Rex", idempotencyKey: "k")),
    ("dog", PhotoUpload.Details(visibility: .public, idempotencyKey: "k")),
  ])
  func `a key with another request is refused`(bytes: String, details: PhotoUpload.Details) async throws {
    let sample = try SampleLibrary(transformers: [SoundTransformer()])
    _ = try await sample.upload(["dog"], by: sample.ada, PhotoUpload.Details(idempotencyKey: "k"))
    let error = try await sample.error { _ = try await sample.upload([bytes], by: sample.ada, details) }
    #expect(error.code == .idempotencyKeyReused)
    #expect(sample.records.photos.count == 1)
  }

  @Test func `a key is valid for one account`() async throws {
    let sample = try SampleLibrary()
    _ = try await sample.upload(["dog"], by: sample.ada, details())
    #expect(added(try await sample.upload(["dog 2"], by: sample.bob, details())) != nil)
  }

  @Test func `a response is forgotten after its lifetime`() async throws {
    let sample = try SampleLibrary(limits: PhotoIntake.Limits(idempotencySeconds: 60))
    _ = try await sample.upload(["dog"], by: sample.ada, details())
    sample.time.advance(by: .milliseconds(59_999))
    #expect(replayed(try await sample.upload(["dog"], by: sample.ada, details())) != nil)
    sample.time.advance(by: .milliseconds(1))
    #expect(added(try await sample.upload(["dog 2"], by: sample.ada, details())) != nil)
  }

  @Test func `a lifetime beyond the calendar is kept to its end`() async throws {
    let sample = try SampleLibrary(limits: PhotoIntake.Limits(idempotencySeconds: .max))
    _ = try await sample.upload(["dog"], by: sample.ada, details())
    #expect(replayed(try await sample.upload(["dog"], by: sample.ada, details())) != nil)
  }

  @Test func `a failed request leaves its key free`() async throws {
    let sample = try SampleLibrary()
    _ = try await sample.error { _ = try await sample.upload(["dog?"], by: sample.ada, details()) }
    #expect(added(try await sample.upload(["dog"], by: sample.ada, details())) != nil)
  }

  @Test func `the key of a running request is a conflict, and free after it`() async throws {
    let sample = try SampleLibrary()
    let isAdding = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)
    sample.records.beforeAdding {
      isAdding.signal()
      gate.wait()
    }
    async let first = sample.upload(["dog"], by: sample.ada, details())
    try await sample.workers.run { isAdding.wait() }
    let error = try await sample.error { _ = try await sample.upload(["dog"], by: sample.ada, details()) }
    #expect(error.code == .conflict)
    #expect(error.retryAfter == 1)
    sample.records.beforeAdding {}
    gate.signal()
    #expect(added(try await first) != nil)
    #expect(replayed(try await sample.upload(["dog"], by: sample.ada, details())) != nil)
  }
}

/// Takes everything for a sound picture.
private struct SoundTransformer: PhotoTransforming, PhotoInspecting {
  var name: String { "sound" }
  var version: Int { 1 }
  func makeInspection() -> any PhotoInspecting { self }
  mutating func consume(_ bytes: RawSpan) throws(PhotoRejection) {}
  mutating func finish() throws(PhotoRejection) -> PhotoFindings { PhotoFindings(type: .gif, width: 1, height: 1) }
}
