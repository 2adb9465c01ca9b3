// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofCryptography
import WoofModel

@Suite struct PhotoUploadTests {
  private func digest(_ text: String) throws -> Digest { try Digest(SHA256.digest(of: Array(text.utf8))).orThrow() }

  private func expectNothingLeft(in sample: SampleLibrary) {
    #expect(sample.records.photos.isEmpty)
    #expect(sample.blobs.digests.isEmpty)
    #expect(sample.blobs.spoolCount == 0)
    #expect(sample.blobs.holdCount == 0)
  }

  @Test func `a new photo is stored with the findings and the given details`() async throws {
    let taken = Timestamp(milliseconds: 5)
    let findings = PhotoFindings(type: .webp, width: 40, height: 30, takenAt: taken)
    let sample = try SampleLibrary(transformers: [SampleTransformer(findings: findings)])
    let addition = try await sample.upload(
      ["do", "", "g", " and cat"], by: sample.ada, PhotoUpload.Details(caption: "Rex", visibility: .unlisted))
    guard case .added(let record) = addition else { throw WoofError(.internal, "\(addition)") }
    #expect(record.ownerID == sample.ada.id)
    #expect(record.ownerName == sample.ada.name)
    #expect(record.caption == "Rex")
    #expect(record.visibility == .unlisted)
    #expect(record.createdAt == sample.time.now())
    #expect(
      record.original
        == PhotoRecord.Original(
          digest: try digest("dog and cat"), byteCount: 11, type: .webp, width: 40, height: 30, takenAt: taken))
    #expect(sample.records.photos == [record])
    #expect(sample.blobs.digests == [record.original.digest])
  }

  @Test func `a finished upload holds neither spool nor blob`() async throws {
    let sample = try SampleLibrary()
    _ = try await sample.add(by: sample.ada)
    #expect(sample.blobs.spoolCount == 0)
    #expect(sample.blobs.holdCount == 0)
  }

  @Test func `the blob is held until the record refers to it`() async throws {
    let sample = try SampleLibrary()
    sample.records.beforeAdding { [blobs = sample.blobs] in #expect(blobs.holdCount == 1) }
    _ = try await sample.add(by: sample.ada)
  }

  @Test func `the blob is durable before the record refers to it`() async throws {
    let sample = try SampleLibrary()
    sample.records.beforeAdding { [blobs = sample.blobs] in #expect(blobs.securedCount == 1) }
    _ = try await sample.add(by: sample.ada)
    #expect(sample.blobs.securedCount == 1)
  }

  @Test func `an abandoned upload leaves nothing`() async throws {
    let sample = try SampleLibrary()
    do {
      let upload = try await sample.intake.beginUpload(by: sample.ada)
      try upload.write(Array("dog".utf8).span.bytes)
      #expect(sample.blobs.spoolCount == 1)
    }
    expectNothingLeft(in: sample)
  }

  @Test func `a transformer's refusal within the bytes leaves nothing, and gives the position`() async throws {
    let sample = try SampleLibrary()
    let error = try await sample.error { _ = try await sample.upload(["dog", "ab!c"], by: sample.ada) }
    #expect(error.code == .invalidImage)
    #expect(error.details == ["transformer": "sample", "reason": "it barks", "offset": 5])
    expectNothingLeft(in: sample)
  }

  @Test func `a transformer's refusal at the end leaves nothing`() async throws {
    let sample = try SampleLibrary()
    let error = try await sample.error { _ = try await sample.upload(["dog?"], by: sample.ada) }
    #expect(error.code == .invalidImage)
    #expect(error.details == ["transformer": "sample", "reason": "it is no dog"])
    expectNothingLeft(in: sample)
  }

  @Test func `an empty upload is not a picture`() async throws {
    let sample = try SampleLibrary()
    #expect(try await sample.error { _ = try await sample.upload([], by: sample.ada) }.code == .invalidImage)
    expectNothingLeft(in: sample)
  }

  @Test(arguments: [
    PhotoFindings(), PhotoFindings(type: .png, width: 4), PhotoFindings(type: .png, height: 3),
    PhotoFindings(width: 4, height: 3),
  ])
  func `bytes whose format and size no transformer finds are not a picture`(findings: PhotoFindings) async throws {
    let sample = try SampleLibrary(transformers: [SampleTransformer(findings: findings)])
    let error = try await sample.error { _ = try await sample.add(by: sample.ada) }
    #expect(error.code == .invalidImage)
    #expect(error.details["transformer"] == "chain")
    expectNothingLeft(in: sample)
  }

  @Test func `a photo of exactly the limit is accepted`() async throws {
    let sample = try SampleLibrary(limits: PhotoIntake.Limits(originalByteCount: 6))
    #expect(try await sample.add("dogdog", by: sample.ada).original.byteCount == 6)
  }

  @Test(arguments: [["dogdogs"], ["dog", "dogs"], ["dogdog", "s"]])
  func `one byte more than the limit is refused, and leaves nothing`(runs: [String]) async throws {
    let sample = try SampleLibrary(limits: PhotoIntake.Limits(originalByteCount: 6))
    let error = try await sample.error { _ = try await sample.upload(runs, by: sample.ada) }
    #expect(error.code == .payloadTooLarge)
    #expect(error.details["limit"] == 6)
    expectNothingLeft(in: sample)
  }

  @Test func `a full disk is reported, and leaves nothing`() async throws {
    let sample = try SampleLibrary()
    sample.blobs.limitSpools(to: 4)
    let error = try await sample.error { _ = try await sample.upload(["dog", "dog"], by: sample.ada) }
    #expect(error.code == .insufficientStorage)
    expectNothingLeft(in: sample)
  }

  @Test func `an upload with refused bytes cannot be continued or finished`() async throws {
    let sample = try SampleLibrary(limits: PhotoIntake.Limits(originalByteCount: 6))
    let upload = try await sample.intake.beginUpload(by: sample.ada)
    try upload.write(Array("dog".utf8).span.bytes)
    #expect(throws: WoofError.self) { try upload.write(Array("dogdog".utf8).span.bytes) }
    #expect(throws: WoofError.self) { try upload.write(Array("d".utf8).span.bytes) }
    let error = try await sample.error {
      _ = try await upload.finish(PhotoUpload.Details())
    }
    #expect(error.code == .internal)
    #expect(sample.records.photos.isEmpty)
  }

  @Test func `an upload cannot be finished twice`() async throws {
    let sample = try SampleLibrary()
    let upload = try await sample.intake.beginUpload(by: sample.ada)
    try upload.write(Array("dog".utf8).span.bytes)
    _ = try await upload.finish(PhotoUpload.Details())
    let error = try await sample.error {
      _ = try await upload.finish(PhotoUpload.Details())
    }
    #expect(error.code == .internal)
    #expect(sample.records.photos.count == 1)
  }

  @Test func `an invalid caption is refused, and leaves nothing`() async throws {
    let sample = try SampleLibrary()
    let error = try await sample.error {
      _ = try await sample.upload(["dog"], by: sample.ada, PhotoUpload.Details(caption: "a\nb"))
    }
    #expect(error.code == .invalidParameter)
    expectNothingLeft(in: sample)
  }

  @Test func `bytes with the announced digest are accepted`() async throws {
    let sample = try SampleLibrary()
    let details = PhotoUpload.Details(expectedDigest: try digest("dog"))
    guard case .added = try await sample.upload(["d", "og"], by: sample.ada, details) else {
      throw WoofError(.internal, "The photo was not added.")
    }
  }

  @Test(arguments: ["dog", "dog?"])
  func `bytes with another digest are refused with both digests, and leave nothing`(bytes: String) async throws {
    let sample = try SampleLibrary()
    let details = PhotoUpload.Details(expectedDigest: try digest("cat"))
    let error = try await sample.error { _ = try await sample.upload([bytes], by: sample.ada, details) }
    #expect(error.code == .digestMismatch)
    #expect(error.details["expected"] == .string(try digest("cat").description))
    #expect(error.details["actual"] == .string(try digest(bytes).description))
    expectNothingLeft(in: sample)
  }

  @Test func `the owner's same bytes give the existing photo, unchanged`() async throws {
    let sample = try SampleLibrary()
    let first = try await sample.add(by: sample.ada)
    let addition = try await sample.upload(["dog"], by: sample.ada, PhotoUpload.Details(caption: "Again"))
    guard case .duplicate(let record) = addition else { throw WoofError(.internal, "\(addition)") }
    #expect(record == first)
    #expect(sample.records.photos == [first])
  }

  @Test func `another owner's same bytes are a new photo with the same blob`() async throws {
    let sample = try SampleLibrary()
    let first = try await sample.add(by: sample.ada)
    let second = try await sample.add(by: sample.bob)
    #expect(first.id != second.id)
    #expect(sample.blobs.digests.count == 1)
  }
}
