// SPDX-License-Identifier: Apache-2.0

import WoofModel

@testable import WoofImages

/// Reads the input as EXIF data.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzExif(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let exif = ExifMetadata(UnsafeBufferPointer(start: start, count: count))  // libFuzzer lends the bytes for the call
  _ = exif?.takenAt?.description
  if let location = exif?.annotations.location { precondition(abs(location.latitude) <= 90, "a place off the Earth") }
  return 0
}
