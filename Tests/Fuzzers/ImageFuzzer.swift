import WoofModel

@testable import WoofImages

/// Inspects the input as one run and again in runs of a length that the input itself gives, and compares.
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

/// The chunks of a PNG file with the check values that they should have, which chance would not find.
private func withTrueCheckValues(_ input: [UInt8]) -> [UInt8] {
  guard input.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return input }
  var bytes = input
  var position = 8
  while position + 12 <= bytes.count {
    let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
    guard length <= bytes.count - position - 12 else { break }
    let check = position + 8 + length
    var value = CyclicRedundancyCheck()
    value.update(bytes.span.bytes.extracting(position + 4..<check))
    for index in 0..<4 { bytes[check + index] = UInt8(truncatingIfNeeded: value.value >> UInt32(24 - 8 * index)) }
    position = check + 4
  }
  return bytes
}
