// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The name that a resource is given when it is stored in a file: the one the server proposes (RFC 6266), or the last
/// part of its URL, or its host. It is one component and no way out of a folder.
enum SuggestedFileName {
  /// The name, always one that a file can have.
  static func name(disposition: String?, url: URL?, mimeType: String?) -> String {
    if let proposed = disposition.flatMap(proposed).flatMap(component) { return proposed }
    let path = url?.path(percentEncoded: false) ?? ""
    let last = path.split(separator: "/").last.map(String.init)
    if !path.hasSuffix("/"), let name = last.flatMap(component) { return completed(name, mimeType) }
    return completed(url?.host().flatMap(component) ?? "unknown", mimeType, always: true)
  }

  /// Returns the name that `Content-Disposition` proposes, by `filename*` rather than `filename`; `nil` if it proposes
  /// none.
  private static func proposed(_ disposition: String) -> String? {
    var scanner = HTTPFieldScanner(disposition)
    _ = scanner.token()
    var parameters: [String: String] = [:]
    while true {
      scanner.skipWhitespace()
      guard scanner.take(0x3B) else { break }
      scanner.skipWhitespace()
      guard let (name, value) = scanner.parameter() else { break }
      parameters[name] = parameters[name] ?? value
    }
    return parameters["filename*"].flatMap(decoded) ?? parameters["filename"]
  }

  /// Reads a value of the form `charset'language'text` (RFC 8187 §3.2.1).
  private static func decoded(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return String(parts[2]).removingPercentEncoding
  }

  /// The last component of a path as somebody else may write paths; none where that is no name.
  private static func component(_ text: String) -> String? {
    let last = text.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    let kept = String(String.UnicodeScalarView(last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    var name = kept.trimmingCharacters(in: .whitespaces)
    while name.utf8.count > 255 { name.removeLast() }
    return name.isEmpty || name == "." || name == ".." ? nil : name
  }

  /// The name with the extension of its media type, where it has none.
  private static func completed(_ name: String, _ mimeType: String?, always: Bool = false) -> String {
    let isBare = !name.dropFirst().contains(".")
    guard isBare || always, let mimeType, let pathExtension = extensions[mimeType.lowercased()] else { return name }
    return "\(name).\(pathExtension)"
  }

  private static let extensions = [
    "application/json": "json", "application/pdf": "pdf", "application/xml": "xml", "application/zip": "zip",
    "image/avif": "avif", "image/gif": "gif", "image/heic": "heic", "image/jpeg": "jpeg", "image/png": "png",
    "image/svg+xml": "svg", "image/webp": "webp", "text/css": "css", "text/csv": "csv", "text/html": "html",
    "text/javascript": "js", "text/plain": "txt", "text/xml": "xml", "video/mp4": "mp4", "video/quicktime": "mov",
  ]
}
