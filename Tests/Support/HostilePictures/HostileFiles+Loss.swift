// SPDX-License-Identifier: Apache-2.0

@testable import TestKit
@testable import TestPictures

extension HostileFiles {
  /// Files that end as they should and have lost a part: the rest of a copy that broke off, with an end put to it, or what
  /// a disk gave back in the place of what was written.
  static let lossy: [HostileFiles] =
    jpegs.flatMap { [shortened($0), filledWithNoise($0), zeroed($0), doubled($0)] } + [shortenedGIF, doubledGIF]

  private static let jpegs = Sample.decodable.filter { $0.bytes.starts(with: [0xFF, 0xD8]) }

  /// Returns the range from the start of the first scan's data to the end marker.
  private static func data(of jpeg: [UInt8]) -> Range<Int> {
    let scan = jpeg.offset(of: [0xFF, 0xDA]) ?? 0
    return scan + 2 + Int(jpeg[scan + 2]) << 8 + Int(jpeg[scan + 3])..<jpeg.count - 2
  }

  private static func shortened(_ sample: Sample) -> HostileFiles {
    HostileFiles("\(sample.testDescription), its data cut at each tenth and ended", .either, count: 10) { tenth in
      let data = data(of: sample.bytes)
      return sample.bytes[..<(data.lowerBound + data.count * tenth / 10)] + [0xFF, 0xD9]
    }
  }

  private static func filledWithNoise(_ sample: Sample) -> HostileFiles {
    HostileFiles("\(sample.testDescription), its data replaced by noise", .either, count: 10) { seed in
      var generator = SeededGenerator(seed: UInt64(seed))
      var bytes = sample.bytes
      for place in data(of: bytes) { bytes[place] = .random(in: 0...0xFE, using: &generator) }
      return bytes
    }
  }

  private static func zeroed(_ sample: Sample) -> HostileFiles {
    HostileFiles("\(sample.testDescription), the second half of its data zeros", .either, count: 1) { _ in
      var bytes = sample.bytes
      let data = data(of: bytes)
      for place in data.dropFirst(data.count / 2) { bytes[place] = 0 }
      return bytes
    }
  }

  private static func doubled(_ sample: Sample) -> HostileFiles {
    HostileFiles("\(sample.testDescription) that claims twice its height", .either, count: 1) { _ in
      var bytes = sample.bytes
      let frame = bytes.offset(of: [0xFF, 0xC0]) ?? bytes.offset(of: [0xFF, 0xC2]) ?? 0
      bytes[frame + 6] *= 2
      return bytes
    }
  }

  private static let gif = SampleGIF(width: 40, height: 30, frames: [SampleGIF.Frame(width: 40, height: 30)])

  private static let shortenedGIF = HostileFiles(
    "GIF, its data cut at each tenth and ended", .refused(because: ""), count: 10
  ) { tenth in
    let data = SampleGIF.pixels(40 * 30)
    var picture = gif
    picture.frames[0].data = Array(data.prefix(data.count * tenth / 10))
    return picture.bytes
  }

  private static let doubledGIF = HostileFiles(
    "GIF that claims twice its height", .refused(because: "1200 of its 2400")
  ) {
    _ in
    SampleGIF(
      width: 40, height: 60, frames: [SampleGIF.Frame(width: 40, height: 60, data: SampleGIF.pixels(40 * 30))]
    ).bytes
  }
}
