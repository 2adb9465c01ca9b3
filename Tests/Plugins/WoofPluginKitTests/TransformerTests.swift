// SPDX-License-Identifier: Apache-2.0

import PluginTesting
import Testing
import WoofPluginKit

@Suite(.serialized)
struct TransformerTests {
  private func host(configuration: String = "{}") throws -> InProcessHost {
    try InProcessHost(PluginTable.make(for: Recorder.self, abi: 1), configuration: configuration)
  }

  @Test func `the table contains the name, the version and the ABI`() throws {
    let table = try #require(PluginTable.make(for: Recorder.self, abi: 1)).pointee
    #expect(table.abi == 1)
    #expect(table.name.count == 8)
    #expect(table.version.count == 5)
    #expect(Int(table.size) == MemoryLayout<woof_plugin>.size)
  }

  @Test func `there is no table for an unknown ABI`() {
    #expect(PluginTable.make(for: Recorder.self, abi: 2) == nil)
    #expect(PluginTable.make(for: Recorder.self, abi: 0) == nil)
  }

  @Test func `the configuration reaches the initialiser`() throws {
    #expect(try host(configuration: #"{"greeting":"wuff"}"#).log == ["wuff"])
  }

  @Test(arguments: ["[]", "{", "{\"fails\":true}"])
  func `an invalid configuration makes no instance, and gives the reason`(configuration: String) throws {
    let failure = #expect(throws: CreationFailure.self) { try host(configuration: configuration) }
    #expect(failure?.log.count == 1)
  }

  @Test func `the picture's properties and the wanted images reach the transformer`() throws {
    let outcome = try host().process(
      [1, 2, 3], as: "image/png", parameters: #"{"a":1}"#,
      wanting: [Wish("thumb", "image/webp", 256, 128, fit: WOOF_PLUGIN_FIT_COVER, quality: 77, capacity: 100)],
      wantsAnnotations: true)
    #expect(outcome.isAccepted)
    #expect(outcome.annotations["picture"] == "[\"image/png\",3,{\"a\":1},true]")
    #expect(outcome.annotations["thumb"] == "[\"image/webp\",256,128,\"cover\",77,100]")
    #expect(outcome.images["thumb"] == Outcome.Image(bytes: [1, 2, 3], width: 1, height: 2))
  }

  @Test func `a refusal reaches the host with its reason and position`() throws {
    let outcome = try host().process([0, 0])
    #expect(outcome.isRefused)
    #expect(outcome.refusal == "it starts with nothing")
    #expect(outcome.refusalOffset == 0)
  }

  @Test func `a failure is logged`() throws {
    let outcome = try host().process([])
    #expect(outcome.hasFailed)
    #expect(outcome.log == ["there is nothing to look at"])
  }

  @Test func `an image beyond its capacity is a failure`() throws {
    let outcome = try host().process([1, 2, 3], wanting: [Wish("thumb", capacity: 2)])
    #expect(outcome.hasFailed)
    #expect(outcome.images.isEmpty)
    #expect(outcome.log == ["thumb has 3 bytes, and may have 2"])
  }

  @Test func `parameters that are not an object are a failure`() throws {
    #expect(try host().process([1], parameters: "7").hasFailed)
    #expect(try host().process([1], parameters: "{").hasFailed)
    #expect(try host().process([1], parameters: "").isAccepted)
  }

  @Test func `an instance is released with its host`() throws {
    let before = Recorder.count
    do {
      let host = try host()
      #expect(Recorder.count == before + 1)
      _ = host
    }
    #expect(Recorder.count == before)
  }

  @Test func `a worker that is older than the header is refused`() throws {
    let table = try #require(PluginTable.make(for: Recorder.self, abi: 1)).pointee
    var host = woof_plugin_host()
    host.size = 8
    var instance: UnsafeMutableRawPointer?
    #expect(table.create(&host, woof_plugin_span(), &instance) != 0)
    #expect(instance == nil)
  }
}

/// Writes down what it is asked.
private final class Recorder: PictureTransformer {
  static let name: StaticString = "recorder"
  static let version: StaticString = "1.2.3"
  nonisolated(unsafe) static var count = 0  // the suite is serialized

  init(configuration: JSON, host: borrowing PluginHost) throws(TransformerError) {
    if configuration["fails"]?.bool == true { throw .failure("as it was told") }
    if let greeting = configuration["greeting"]?.string { host.log(greeting) }
    Self.count += 1
  }

  deinit { Self.count -= 1 }

  func process(_ picture: RawSpan, job: PluginJob, host: borrowing PluginHost) throws(TransformerError) {
    guard picture.byteCount > 0 else { throw .failure("there is nothing to look at") }
    guard picture.byte(at: 0) != 0 else { throw .refusal("it starts with nothing", offset: 0) }
    host.annotate(
      "picture",
      with: .array([
        .string(job.mediaType), .integer(picture.byteCount), job.parameters, .bool(job.wantsAnnotations),
      ]))
    for image in job.wantedImages {
      host.annotate(
        image.name,
        with: .array([
          .string(image.mediaType), .integer(image.width), .integer(image.height),
          .string(image.fit == .cover ? "cover" : "inside"), .integer(image.quality), .integer(image.capacity),
        ]))
      try host.deliver(image, bytes: picture, width: 1, height: 2)
    }
  }
}
