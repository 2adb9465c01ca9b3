// SPDX-License-Identifier: Apache-2.0

import CurlReference
import Foundation

/// libcurl's multi interface, used from C.
struct CurlSide {
  /// How much is received at once, in bytes; 0 for libcurl's default, which is 16 KB.
  var bufferSize = 256 * 1024

  func gets(_ url: String, count: Int, width: Int) -> Measurement {
    let run = curl_reference_run_gets(url, count, Int32(width), bufferSize)
    return Measurement(
      elapsed: run.elapsed, processor: run.processor, count: count, bytes: Int(run.bytes), failures: run.failures)
  }

  /// Downloads a URL into a file, which is removed.
  func download(_ url: String) -> Measurement {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("Reference-\(UUID().uuidString).tmp")
    let run = curl_reference_run_download(url, file.path, bufferSize)
    return Measurement(
      elapsed: run.elapsed, processor: run.processor, count: 1, bytes: Int(run.bytes), failures: run.failures)
  }
}
