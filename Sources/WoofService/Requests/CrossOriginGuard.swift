internal import WoofHTTP
internal import WoofModel

/// Refuses writes that a browser sends on behalf of another origin: browsers send Basic credentials unasked.
enum CrossOriginGuard {
  /// Checks a request.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `cross-origin-refused`.
  static func check(_ request: HTTPRequest) throws(WoofError) {
    guard !request.method.isSafe else { return }
    if let site = request.fields[.secFetchSite], site != "same-origin", site != "none" { throw refusal }
    guard let origin = request.fields[.origin] else { return }
    guard let authority = authority(of: origin), let host = request.fields[.host],
      authority == host.lowercased()
    else { throw refusal }
  }

  private static func authority(of origin: String) -> String? {
    let lowered = origin.lowercased()
    for scheme in ["https://", "http://"] where lowered.hasPrefix(scheme) {
      return String(lowered.dropFirst(scheme.count))
    }
    return nil
  }

  private static var refusal: WoofError {
    WoofError(.crossOriginRefused, "A page of another origin may not change anything here.")
  }
}
