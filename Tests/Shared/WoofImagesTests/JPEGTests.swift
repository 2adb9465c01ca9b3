// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

struct JPEGTests {
  @Test func `the size is that of the frame header`() {
    let picture = SampleJPEG(width: 40, height: 24)
    #expect(inspect(picture.bytes).findings == PhotoFindings(type: .jpeg, width: 40, height: 24))
  }

  @Test func `stuffed zeros, restart markers, fill bytes and comments are skipped`() {
    #expect(inspect(SampleJPEG.rich.bytes).size == [16, 16])
  }

  @Test(arguments: 0...20)
  func `any number of fill bytes can precede the marker that ends a scan`(count: Int) {
    let picture = SampleJPEG(scanData: [0] + [UInt8](repeating: 0xFF, count: count))
    #expect(inspect(picture.bytes).refusal == nil)
    #expect(inspect(picture.bytes, runs: 1).refusal == nil)
  }

  @Test(arguments: [(60_000, 60_000), (10_001, 10_000), (65_535, 65_535)])
  func `more pixels than the limit are refused at the frame header`(width: Int, height: Int) {
    let bytes = SampleJPEG(width: width, height: height, scanData: [0]).bytes
    let refusal = inspect(bytes).refusal
    #expect(refusal?.reason == "\(width) × \(height) pixels exceed the limit of 100000000 pixels")
    #expect(refusal?.offset == bytes.offset(of: [0xFF, 0xC0]).map { Int64($0 + 5) })
  }

  @Test func `a size that the data cannot hold is refused`() {
    let bytes = SampleJPEG(width: 8000, height: 8000, scanData: [UInt8](repeating: 0, count: 1000)).bytes
    #expect(inspect(bytes).isRefused(because: "bytes of scan data cannot hold the 8000 × 8000 pixels"))
  }

  @Test(arguments: [(0, 16), (16, 0)])
  func `a side of zero is refused`(width: Int, height: Int) {
    #expect(inspect(SampleJPEG(width: width, height: height).bytes).isRefused(because: "\(width) × \(height) pixels"))
  }

  @Test func `as many scans as the limit are accepted, and one more is refused`() {
    var picture = SampleJPEG.progressive
    picture.scanCount = 99
    #expect(inspect(picture.bytes).refusal == nil)
    picture.scanCount = 883
    #expect(inspect(picture.bytes).isRefused(because: "limit of 100 scans"))
  }

  @Test func `more segments than the limit are refused`() {
    let picture = SampleJPEG(segments: Array(repeating: (0xFE, []), count: 70_000))
    #expect(inspect(picture.bytes).isRefused(because: "limit of 65536 segments"))
  }

  @Test func `fill bytes count as segments`() {
    let bytes = [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 70_000) + SampleJPEG().bytes.dropFirst(3)
    #expect(inspect(bytes).isRefused(because: "limit of 65536 segments"))
  }

  @Test(
    arguments: [
      (0xC3, "lossless"), (0xC5, "hierarchical"), (0xC9, "arithmetically coded"), (0xCA, "arithmetically coded"),
      (0xCF, "arithmetically coded"),
    ] as [(UInt8, String)])
  func `a process that browsers do not decode is refused by name`(frame: UInt8, name: String) {
    #expect(inspect(SampleJPEG(frame: frame).bytes).isRefused(because: "browsers do not decode \(name) JPEG"))
  }

  @Test(arguments: [0xC0, 0xC1] as [UInt8])
  func `the sequential processes are accepted`(frame: UInt8) {
    #expect(inspect(SampleJPEG(frame: frame).bytes).refusal == nil)
  }

  @Test func `samples of twelve bits are refused`() {
    #expect(inspect(SampleJPEG(frame: 0xC1, precision: 12).bytes).isRefused(because: "samples of 12 bits"))
  }

  @Test func `two colour components are refused`() {
    #expect(inspect(SampleJPEG(components: [(1, 0x11), (2, 0x11)]).bytes).isRefused(because: "2 colour components"))
  }

  @Test(arguments: [0x01, 0x10, 0x51, 0x15, 0x00] as [UInt8])
  func `impossible sampling factors are refused`(sampling: UInt8) {
    #expect(inspect(SampleJPEG(components: [(1, sampling)]).bytes).isRefused(because: "sampled"))
  }

  @Test func `a frame header of another length than its components need is refused`() {
    let bytes = SampleJPEG().bytes
    let header = bytes.offset(of: [0xFF, 0xC0]) ?? 0
    #expect(inspect(bytes.replacing(at: header + 9, with: [2])).isRefused(because: "the frame header's length"))
  }

  @Test func `a second frame header is refused`() {
    let picture = SampleJPEG()
    let bytes = picture.bytes
    let header = bytes.offset(of: [0xFF, 0xC0]) ?? 0
    let doubled = Array(bytes[..<header]) + picture.frameSegment + bytes[header...]
    #expect(inspect(doubled).isRefused(because: "a second frame header"))
  }

  @Test func `a scan before the frame header is refused`() {
    #expect(inspect([0xFF, 0xD8] + SampleJPEG().scanSegment + [0, 0xFF, 0xD9]).isRefused(because: "before the frame"))
  }

  @Test func `an end before the frame header is refused`() {
    #expect(inspect([0xFF, 0xD8, 0xFF, 0xD9] + [UInt8](repeating: 0, count: 20)).isRefused(because: "ends before"))
  }

  @Test func `a component that no scan carries is refused`() {
    #expect(inspect(SampleJPEG(scanCount: 0).bytes).isRefused(because: "each of its colour components"))
  }

  @Test func `a scan of an unknown component is refused`() {
    let bytes = SampleJPEG().bytes
    let scan = bytes.offset(of: [0xFF, 0xDA]) ?? 0
    #expect(inspect(bytes.replacing(at: scan + 5, with: [9])).isRefused(because: "a component that the frame has not"))
  }

  @Test(arguments: [[0, 63, 0], [5, 4, 0], [1, 64, 0], [1, 5, 14], [1, 5, 0xE0]] as [[UInt8]])
  func `impossible parameters of a progressive scan are refused`(parameters: [UInt8]) {
    let picture = SampleJPEG(frame: 0xC2, scanParameters: parameters)
    #expect(inspect(picture.bytes).isRefused(because: "impossible parameters"))
  }

  @Test func `a progressive scan of later coefficients of several components is refused`() {
    let picture = SampleJPEG(
      frame: 0xC2, components: [(1, 0x11), (2, 0x11), (3, 0x11)], scanParameters: [1, 5, 0])
    #expect(inspect(picture.bytes).isRefused(because: "impossible parameters"))
  }

  @Test func `bytes between segments are refused`() {
    #expect(inspect([0xFF, 0xD8, 0xFF, 0xFE, 0, 2, 0x12, 0x34] + [UInt8](repeating: 0, count: 9)).refusal?.offset == 6)
  }

  @Test(arguments: [0x01, 0x02, 0xC8, 0xD0, 0xD8, 0xDC, 0xDE, 0xF0, 0xFD] as [UInt8])
  func `a misplaced marker is refused`(marker: UInt8) {
    #expect(inspect(SampleJPEG(segments: [(marker, [0, 0])]).bytes).refusal?.offset == 2)
  }

  @Test(arguments: [0, 1])
  func `a segment shorter than its length field is refused`(length: Int) {
    let bytes = [0xFF, 0xD8, 0xFF, 0xFE] + [UInt8].big16(length) + [UInt8](repeating: 0, count: 9)
    #expect(inspect(bytes).refusal?.offset == 4)
  }
}
