// SPDX-License-Identifier: Apache-2.0

@testable import TestKit

extension HostileFiles {
  /// Sound files that were cut or changed on their way.
  static let damaged: [HostileFiles] =
    samples.map { cut($0) } + samples.map { flipped($0) } + [
      HostileFiles("nothing", .refused(because: "the file is empty"), []),
      HostileFiles("each single byte", .refused(because: "before its format can be told"), count: 256) { [UInt8($0)] },
    ]

  private static let samples = Sample.all + Sample.decodable

  private static func cut(_ sample: Sample) -> HostileFiles {
    HostileFiles("\(sample.testDescription), cut at each tenth", .refused(because: ""), count: 10) { tenth in
      Array(sample.bytes.prefix(sample.bytes.count * tenth / 10))
    }
  }

  private static func flipped(_ sample: Sample) -> HostileFiles {
    HostileFiles("\(sample.testDescription), with one bit changed", .either, count: 200) { number in
      var generator = SeededGenerator(seed: UInt64(number))
      var bytes = sample.bytes
      bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      return bytes
    }
  }
}
