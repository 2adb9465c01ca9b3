// SPDX-License-Identifier: Apache-2.0

import WoofModel
import WoofSystem

@testable import WoofImages

/// Inspects the input as one run and again in runs of a length that the input itself gives, and compares; of a sound
/// picture it makes the shareable copy, which must be sound too and its own copy.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzImages(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))  // libFuzzer lends the bytes for the call
  let bytes = withTrueCheckValues(input)
  let runs = 1 + Int(bytes.last ?? 0) % 61
  let whole = verdict(on: bytes, runs: bytes.count)
  precondition(whole == verdict(on: bytes, runs: runs), "the verdict depends on how the bytes are cut")
  if case .failure(let refusal) = whole, let offset = refusal.offset {
    precondition((0...Int64(bytes.count)).contains(offset), "the refusal points beyond the file")
  }
  if case .success(let findings) = whole { checkCopy(of: bytes, findings, runs: runs) }
  return 0
}

private func verdict(on bytes: [UInt8], runs: Int) -> Result<PhotoFindings, PhotoRejection> {
  var inspection = ImageStructure().makeInspection()
  do throws(PhotoRejection) {
    for start in stride(from: 0, to: bytes.count, by: max(1, runs)) {
      try inspection.consume(bytes.span.bytes.extracting(start..<min(bytes.count, start + runs)))
    }
    return .success(try inspection.finish())
  } catch {
    return .failure(error)
  }
}

private func checkCopy(of bytes: [UInt8], _ findings: PhotoFindings, runs: Int) {
  let copy = shareableCopy(of: bytes, runs: runs)
  precondition(copy == shareableCopy(of: bytes, runs: bytes.count), "the copy depends on how the bytes are cut")
  guard case .success(let found) = verdict(on: copy, runs: copy.count) else {
    preconditionFailure("the copy of a sound picture is not sound")
  }
  precondition(found.type == findings.type && found.width == findings.width && found.height == findings.height)
  precondition(found.annotations.location == nil && found.annotations.camera == nil, "the copy tells something")
  precondition(shareableCopy(of: copy, runs: copy.count) == copy, "the copy of the copy is another")
}

private func shareableCopy(of bytes: [UInt8], runs: Int) -> [UInt8] {
  var inspection = ShareableInspection()
  var copy: [UInt8] = []
  do throws(PhotoRejection) {
    for start in stride(from: 0, to: bytes.count, by: max(1, runs)) {
      try inspection.consume(bytes.span.bytes.extracting(start..<min(bytes.count, start + runs)))
    }
    let plan = try inspection.finish()
    plan.write(
      reading: { Array(bytes[Int($0.lowerBound)..<Int($0.upperBound)]) },
      to: { run in run.withUnsafeBytes { copy.append(contentsOf: $0) } })
    precondition(Int64(copy.count) == plan.byteCount, "the copy is not as long as planned")
  } catch {
    preconditionFailure("a sound picture has no copy")
  }
  return copy
}

/// The chunks of a PNG file with the check values that they should have, which chance would not find.
private func withTrueCheckValues(_ input: [UInt8]) -> [UInt8] {
  guard input.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return input }
  var bytes = input
  var position = 8
  while position + 12 <= bytes.count {
    let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
    guard length <= bytes.count - position - 12 else { break }
    let check = position + 8 + length
    var value = CRC32()
    value.update(bytes.span.bytes.extracting(position + 4..<check))
    for index in 0..<4 { bytes[check + index] = UInt8(truncatingIfNeeded: value.value >> UInt32(24 - 8 * index)) }
    position = check + 4
  }
  return bytes
}
