import Testing
import WoofModel

@testable import TestSupport
@testable import WoofImages

/// The sizes that coded data state themselves.
struct HEIFCodedSizeTests {
  /// Packs numbers of so many bits each, the highest bit first.
  private static func packed(_ numbers: [(value: Int, bits: Int)]) -> [UInt8] {
    let bits = numbers.flatMap { number in (0..<number.bits).map { number.value >> (number.bits - 1 - $0) & 1 } }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count ? UInt8(bits[start + $1]) : 0) }
    }
  }

  private static func exponentialGolomb(_ value: Int) -> (value: Int, bits: Int) {
    (value + 1, 2 * (Int.bitWidth - (value + 1).leadingZeroBitCount) - 1)
  }

  /// An `av1C` property whose sequence header is that of a still picture, or of a film with every part there can be.
  static func av1(_ width: Int, _ height: Int, isReduced: Bool = true) -> [UInt8] {
    let timing = [(0, 32), (0, 32), (1, 1), exponentialGolomb(5), (1, 1), (9, 5), (0, 32), (0, 5), (0, 5)]
    let points =
      [(1, 1), (1, 5)]
      + [[(0, 12), (9, 5), (1, 1), (1, 1), (0, 21), (1, 1), (3, 4)], [(0, 12), (3, 5), (0, 1), (0, 1)]].joined()
    let start = isReduced ? [(0, 3), (1, 1), (1, 1), (0, 5)] : [(0, 3), (0, 1), (0, 1), (1, 1)] + timing + points
    let header = packed(start + [(15, 4), (15, 4), (width - 1, 16), (height - 1, 16), (0, 16)])
    return [0x81, 0, 0, 0] + [0x12, 0] + [0x0A, UInt8(header.count)] + header
  }

  /// An `hvcC` property with a sequence parameter set behind another unit.
  static func hevc(_ width: Int, _ height: Int, subLayers: Int = 0) -> [UInt8] {
    var numbers = [(0, 4), (subLayers, 3), (1, 1), (0, 32), (0, 32), (0, 32)]
    if subLayers > 0 {
      numbers += (0..<8).map { ($0 < subLayers ? 3 : 0, 2) }
      for _ in 0..<subLayers { numbers += [(0, 32), (0, 32), (0, 32)] }
    }
    numbers += [
      exponentialGolomb(0), exponentialGolomb(3), (0, 1), exponentialGolomb(width), exponentialGolomb(height), (1, 1),
    ]
    var (unit, zeros) = ([UInt8](), 0)
    for byte in packed(numbers) {
      if zeros == 2, byte <= 3 { (unit, zeros) = (unit + [3], 0) }
      unit.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    let parameters = [0xA1, 0, 1] + [UInt8].big16(unit.count + 2) + [0x42, 1] + unit
    return [UInt8](repeating: 0, count: 22) + [2] + [0xA0, 0, 1, 0, 3, 1, 2, 3] + parameters
  }

  private func file(_ size: (Int, Int), _ type: String, _ configuration: [UInt8]) -> SampleHEIF {
    var file = type == "av1C" ? SampleHEIF.avif : SampleHEIF()
    file.properties = [("ispe", SampleHEIF.size(size.0, size.1)), (type, configuration)]
    file.items[0].properties = [1, 2]
    return file
  }

  @Test func `the size is read in each form of the header`() {
    #expect(AV1SequenceHeader.size(Self.av1(4_000, 3_000)) == PixelSize(width: 4_000, height: 3_000))
    #expect(AV1SequenceHeader.size(Self.av1(4_000, 3_000, isReduced: false)) == PixelSize(width: 4_000, height: 3_000))
    #expect(HEVCParameterSet.size(Self.hevc(4_032, 3_024)) == PixelSize(width: 4_032, height: 3_024))
    #expect(HEVCParameterSet.size(Self.hevc(64, 48, subLayers: 2)) == PixelSize(width: 64, height: 48))
  }

  @Test(.enabled(if: Samples.all.contains("pepper-in-autumn.heic")))
  func `what an encoder writes is read`() throws {
    let bytes = try Samples.bytes(of: "pepper-in-autumn.heic")
    let start = try #require(bytes.offset(of: .text("hvcC")))
    let length = bytes[(start - 4)..<start].reduce(0) { $0 << 8 | Int($1) }
    let size = try #require(HEVCParameterSet.size(Array(bytes[(start + 4)..<(start - 4 + length)])))
    let stated = try #require(inspect(bytes).findings)
    #expect((stated.width.map { $0...$0 + 63 })?.contains(size.width) == true)
    #expect((stated.height.map { $0...$0 + 63 })?.contains(size.height) == true)
  }

  @Test func `data of about the size that is stated are accepted`() {
    #expect(inspect(file((90, 60), "hvcC", Self.hevc(128, 64)).bytes).refusal == nil)
    #expect(inspect(file((1_000, 1_000), "av1C", Self.av1(1_000, 1_000)).bytes).refusal == nil)
  }

  @Test(arguments: [("av1C", av1(9_000, 9_000)), ("hvcC", hevc(9_000, 9_000))])
  func `data of many more pixels than are stated are refused`(type: String, configuration: [UInt8]) {
    let verdict = inspect(file((64, 48), type, configuration).bytes)
    #expect(verdict.isRefused(because: "a picture is said to be of 64 × 48 pixels, and its data are of 9000 × 9000"))
  }

  @Test(arguments: [("av1C", av1(60_000, 60_000)), ("hvcC", hevc(60_000, 60_000))])
  func `data of more pixels than the limit are refused`(type: String, configuration: [UInt8]) {
    #expect(inspect(file((64, 48), type, configuration).bytes).isRefused(because: "limit of 100000000 pixels"))
  }

  @Test(arguments: [("av1C", av1(64, 48, isReduced: false)), ("hvcC", hevc(64, 48, subLayers: 3))])
  func `a header that is cut or damaged anywhere crashes nothing`(type: String, configuration: [UInt8]) {
    for index in configuration.indices {
      _ = inspect(file((64, 48), type, Array(configuration.prefix(index))).bytes)
      for bit in 0..<8 {
        let damaged = configuration.replacing(at: index, with: [configuration[index] ^ 1 << UInt8(bit)])
        _ = inspect(file((64, 48), type, damaged).bytes)
      }
    }
  }
}
