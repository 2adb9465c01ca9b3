// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofCore
import WoofModel

@testable import TestKit
@testable import TestPictures

/// A transformer of pictures that does what a test says, and remembers what it was asked for.
final class ScriptedTransformer: PictureTransforming {
  /// What it does with a picture, given how many it has met before.
  typealias Script = @Sendable (_ picture: Picture, _ request: PictureRequest, _ number: Int) async -> PictureOutcome

  private struct State {
    var requests: [PictureRequest] = []
    var runningCount = 0
    var greatestRunningCount = 0
    var isDrained = false
  }

  let names: [String]
  private let types: Set<ImageType>
  private let script: Script
  private let state = Mutex(State())

  /// Makes a transformer; by default it accepts every picture and draws what it is asked for.
  init(
    names: [String] = ["scripted/1"], types: Set<ImageType> = Set(ImageType.allCases),
    script: @escaping Script = { _, request, _ in .accepted(drawn(for: request)) }
  ) {
    self.names = names
    self.types = types
    self.script = script
  }

  /// What was asked for so far.
  var requests: [PictureRequest] { state.withLock(\.requests) }

  /// How many pictures were worked on at once, at most.
  var greatestRunningCount: Int { state.withLock(\.greatestRunningCount) }

  /// Whether it was told that another one has taken its place.
  var isDrained: Bool { state.withLock(\.isDrained) }

  func accepts(_ type: ImageType) -> Bool { types.contains(type) }

  func transform(_ picture: Picture, for request: PictureRequest) async -> PictureOutcome {
    let number = state.withLock { state in
      defer { state.requests.append(request) }
      state.runningCount += 1
      state.greatestRunningCount = max(state.greatestRunningCount, state.runningCount)
      return state.requests.count
    }
    defer { state.withLock { $0.runningCount -= 1 } }
    return await script(picture, request, number)
  }

  func drain() async { state.withLock { $0.isDrained = true } }

  /// Real images of the types that are asked for, and looks that are always the same.
  static func drawn(for request: PictureRequest, hash: UInt64 = 0x0123_4567_89AB_CDEF) -> PictureFindings {
    var findings = PictureFindings()
    if request.wantsAnnotations {
      findings.placeholder = [1, 2, 3, 4, 5]
      findings.averageColour = "#8a7f66"
      findings.perceptualHash = PerceptualHash(rawValue: hash)
      findings.partHashes = parts(of: hash)
      findings.annotations = ["scripted.mood": "playful"]
    }
    for variant in request.variants { findings.variants[variant.name] = image(for: variant) }
    return findings
  }

  /// Hashes of parts of which none is near one of a picture with another hash.
  static func parts(of hash: UInt64) -> PartHashes? {
    var generator = SeededGenerator(seed: hash)
    return PartHashes((0..<PartHashes.count).map { _ in UInt64.random(in: 1...UInt64.max, using: &generator) })
  }

  /// A failure of a kind.
  static func failure(_ reason: PictureFailure.Reason) -> PictureOutcome {
    .failed(PictureFailure(reason: reason, transformer: "scripted", detail: "as the script says"))
  }

  private static func image(for variant: VariantSpecification) -> DerivedImage {
    // Each specification has bytes of its own.
    let (width, height) = (1 + variant.width % 1000, 1 + (variant.height + variant.quality) % 1000)
    let bytes: [UInt8]
    switch variant.type {
    case .png: bytes = SamplePNG().bytes
    case .jpeg: bytes = SampleJPEG(width: width, height: height, segments: [(0xFE, .text(variant.identity))]).bytes
    case .webp: bytes = SampleWebP.losslessFile(width: width, height: height).bytes
    default:
      // The name of the type tells the bytes from those of the same size in another one.
      bytes = SampleWebP.losslessFile(width: width, height: height).bytes + Array(variant.type.mediaType.utf8)
    }
    return DerivedImage(bytes: bytes, type: variant.type, width: width, height: height)
  }
}
