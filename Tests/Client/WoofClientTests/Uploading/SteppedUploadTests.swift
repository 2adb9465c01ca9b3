// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import WoofClient

/// Uploads in parts, for proxies that take only small requests.
@Suite struct SteppedUploadTests {
  private static let smallest = SteppedUpload.smallestPart

  @Test func `parts are halved until they are accepted, and none is left out`() throws {
    var upload = SteppedUpload(length: 1_000_000, limit: nil)
    #expect(upload.next == .create)
    upload.created("x", limit: nil)
    var sent: Int64 = 0
    while case .append(id: "x", let range, isComplete: let isComplete) = upload.next {
      #expect(range.lowerBound == sent)
      #expect(isComplete == (range.upperBound == 1_000_000))
      if range.count > 60_000 {
        let isSmaller = upload.refused()
        #expect(isSmaller)
      } else {
        sent = range.upperBound
        let isTaken = upload.reached(sent)
        #expect(isTaken)
        if isComplete { break }
      }
    }
    #expect(sent == 1_000_000)
  }

  @Test func `a refusal below the smallest part ends the upload`() {
    var upload = SteppedUpload(length: 10 * Self.smallest, limit: nil)
    upload.created("x", limit: nil)
    var refusals = 0
    while upload.refused() { refusals += 1 }
    #expect(refusals == 3)
    #expect(upload.partSize == Self.smallest)
  }

  @Test func `the service's limit for parts is used`() {
    var upload = SteppedUpload(length: 10_000_000, limit: 300_000)
    #expect(upload.partSize == 300_000)
    upload.created("x", limit: 100_000)
    #expect(upload.partSize == 100_000)
  }

  @Test(arguments: 0...100 as ClosedRange<Int64>) func `after a break the upload continues at the service's offset`(
    _ percent: Int64
  ) {
    var upload = SteppedUpload(length: 100 * Self.smallest, limit: Self.smallest)
    upload.created("x", limit: nil)
    upload.broke()
    #expect(upload.next == .locate(id: "x"))
    let offset = percent * Self.smallest
    let isPossible = upload.reached(offset)
    #expect(isPossible)
    let end = min(upload.length, offset + Self.smallest)
    #expect(upload.next == .append(id: "x", offset..<end, isComplete: end == upload.length))
  }

  @Test func `an offset that goes back or too far is refused`() {
    var upload = SteppedUpload(length: 100_000, limit: nil)
    upload.created("x", limit: nil)
    let isPossible = upload.reached(50_000)
    #expect(isPossible)
    let isBackPossible = upload.reached(49_999)
    #expect(!isBackPossible)
    let isBeyondPossible = upload.reached(100_001)
    #expect(!isBeyondPossible)
    #expect(upload.offset == 50_000)
  }

  @Test func `a part that did not advance the offset is not sent again`() {
    var upload = SteppedUpload(length: 100_000, limit: nil)
    upload.created("1", limit: nil)
    let at20 = upload.advanced(to: 20)
    let again = upload.advanced(to: 20)
    let further = upload.advanced(to: 21)
    #expect(at20 && !again && further)
  }

  @Test func `an upload that the service forgot begins anew once in each attempt`() {
    var upload = SteppedUpload(length: 100_000, limit: nil)
    upload.created("x", limit: nil)
    _ = upload.reached(50_000)
    let isFirst = upload.forgotten()
    #expect(isFirst)
    #expect(upload.next == .create)
    #expect(upload.offset == 0)
    upload.created("y", limit: nil)
    let isSecond = upload.forgotten()
    #expect(!isSecond)
    upload.broke()
    let isThird = upload.forgotten()
    #expect(isThird)
  }

  @Test(arguments: [400_000, 100_000, 20_000]) func `a photo passes a proxy that accepts only small requests`(
    _ limit: Int
  ) async throws {
    try await withService { service in
      let proxy = try RefusingProxy(before: service.url, limit: limit)
      let data = SamplePhoto.large(byteCount: 600_000)
      let file = URL(fileURLWithPath: service.folder.path("rex.jpg"))
      try data.write(to: file)
      let store = MemoryCredentialStore()
      await store.save(try await service.addAccount("ada"), for: proxy.url)
      let client = WoofClient(
        baseURL: proxy.url, session: freshSession(), signIn: SignIn(store: store), retryPolicy: .never)
      let progress = Progress(totalUnitCount: 0)
      let uploaded = try await client.upload(fromFile: file, caption: "Rex", progress: progress)
      #expect(uploaded.isNew)
      #expect(uploaded.photo.caption == "Rex")
      #expect(progress.completedUnitCount == Int64(data.count))
      #expect(try await service.client().fetchPhoto(uploaded.photo).data == data)
      #expect(try await client.upload(data: data).photo.id == uploaded.photo.id)
      #expect(proxy.counts.refused >= 2)
      #expect(proxy.counts.largest <= limit)
      #expect(service.folder.files(below: "data/uploads") == [])
    }
  }

  @Test func `a proxy that accepts no photo at all is reported`() async throws {
    try await withService { service in
      let proxy = try RefusingProxy(before: service.url, limit: 1_000)
      let client = WoofClient(
        baseURL: proxy.url, session: freshSession(),
        signIn: .asking(TestSignIn { _ in try await service.addAccount("ada") }), retryPolicy: .never)
      let error = try await failure { _ = try await client.upload(data: SamplePhoto.large(byteCount: 200_000)) }
      #expect(error.code == .payloadTooLarge)
      #expect(error.message.contains("ask whoever runs it"))
    }
  }

  @Test func `a photo that the service has no room for is not sent in parts`() async throws {
    let service = try ScriptedService { _, _ in
      ScriptedService.Response(
        status: 413, fields: ["Content-Type": "application/problem+json"],
        pieces: [Data(#"{"type":"\#(WoofError.Code.payloadTooLarge.type)","limit":1000,"detail":"Sit."}"#.utf8)])
    }
    let error = try await failure { _ = try await service.client().upload(data: Data(count: 200_000)) }
    #expect(error.code == .payloadTooLarge)
    #expect(service.requests.count == 1)
  }
}
