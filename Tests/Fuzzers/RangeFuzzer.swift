// SPDX-License-Identifier: Apache-2.0

import WoofHTTP
import WoofHTTPSemantics

/// Reads the input as the value of `Range`, of a representation whose length the input itself gives, and as a date.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRanges(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))  // libFuzzer lends the bytes for the call
  checkRanges(bytes)
  let reference = HTTPDate(secondsSince1970: 1_780_000_000)
  if let date = HTTPDate(parsing: bytes[...], relativeTo: reference) {
    let again = HTTPDate(parsing: ArraySlice(date.description.utf8), relativeTo: reference)
    precondition(again == date, "a date is not what it was")
  }
  return 0
}

private func checkRanges(_ bytes: [UInt8]) {
  var fields = HTTPFields()
  fields.append(.range, utf8: bytes)
  let length = Int64(bytes.last ?? 0) * Int64(bytes.first ?? 0) * 100
  let selection = HTTPRangeDecision(method: .get, fields: fields, count: length, validators: HTTPValidators())
  guard case .ranges(let ranges, isConditional: false) = selection else { return }
  precondition((1...32).contains(ranges.count))
  precondition(
    ranges.allSatisfy { !$0.isEmpty && $0.lowerBound >= 0 && $0.upperBound <= length }, "a range lies outside")
  let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
  precondition(zip(sorted, sorted.dropFirst()).allSatisfy { $1.lowerBound - $0.upperBound > 100 }, "ranges touch")
}
