import CurlReference

/// libcurl's multi interface, used from C.
enum CurlSide {
  static func gets(_ url: String, count: Int, width: Int) -> Measurement {
    let run = woof_curl_run_gets(url, count, Int32(width))
    return Measurement(
      elapsed: run.elapsed, processor: run.processor, count: count, bytes: Int(run.bytes), failures: run.failures)
  }
}
