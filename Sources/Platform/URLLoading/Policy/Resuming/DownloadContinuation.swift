// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The state of a download that was broken off: the request, the progress, and the validator by which the server can
/// tell that it still has the same content (RFC 9110 §13.1.5, §14).
///
/// As resume data it is a property list. It holds no credentials and no cookies, and names its file without a folder, so
/// that it can only speak of a file that a download made.
struct DownloadContinuation: Codable, Hashable, Sendable {
  /// The version of the property list.
  static let currentVersion = 1
  /// The most bytes that resume data has.
  static let maximalDataLength = 1 << 20

  let version: Int
  /// The URL that responded, after redirects.
  let url: URL
  /// The URL that was asked first.
  let originalURL: URL
  /// The fields of the request, without those that speak for somebody.
  let requestFields: [String: String]
  /// A strong entity tag, or a date: what the server compares.
  let validator: String
  /// The number of bytes that have come.
  let offset: Int64
  /// The number of bytes in all; `nil` if the server has not stated it.
  let totalLength: Int64?
  /// The name of the file in the folder for temporary files.
  let fileName: String

  /// The continuation of a download whose content has come in part; none where the server gives no way to go on: the
  /// request is no GET, the response has no strong validator (RFC 9110 §8.8.1), its content was encoded so that what is
  /// in the file are not the bytes that were sent, or ranges are refused.
  init?(
    request: URLRequest, originalURL: URL?, status: Int, fields: HTTPFields, offset: Int64, fileName: String
  ) {
    guard request.httpMethod ?? "GET" == "GET", let url = request.url, offset > 0, Self.isFileName(fileName) else {
      return nil
    }
    guard status == 200 || status == 206, fields["Accept-Ranges"]?.lowercased() != "none" else { return nil }
    guard ["", "identity"].contains(fields["Content-Encoding"]?.lowercased() ?? "") else { return nil }
    guard let validator = Self.validator(in: fields) else { return nil }
    version = Self.currentVersion
    self.url = url.withoutUser
    self.originalURL = (originalURL ?? url).withoutUser
    let personal = ["authorization", "cookie", "proxy-authorization", "range", "if-range"]
    requestFields = (request.allHTTPHeaderFields ?? [:]).filter { !personal.contains($0.key.lowercased()) }
    self.validator = validator
    self.offset = offset
    totalLength = Self.totalLength(status: status, fields: fields)
    self.fileName = fileName
  }

  /// Reads resume data.
  ///
  /// - Throws: ``ResumeDataError`` where it was not made by ``encoded()``.
  init(_ data: Data) throws(ResumeDataError) {
    guard data.count <= Self.maximalDataLength else { throw ResumeDataError("It is too large.") }
    guard let read = try? PropertyListDecoder().decode(Self.self, from: data) else {
      throw ResumeDataError("It is no property list of a download.")
    }
    guard read.version == Self.currentVersion else { throw ResumeDataError("It is of version \(read.version).") }
    guard read.isSensible else { throw ResumeDataError("What it says cannot be.") }
    self = read
  }

  /// The resume data.
  func encoded() throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return try encoder.encode(self)
  }

  /// The fields that ask for the rest, if it is still the same. Besides, the content must not be encoded.
  var fields: [(name: String, value: String)] { [("Range", "bytes=\(offset)-"), ("If-Range", validator)] }

  /// The request for the rest.
  var request: URLRequest {
    var request = URLRequest(url: url)
    request.allHTTPHeaderFields = requestFields
    return request
  }
}

extension DownloadContinuation {
  /// The meaning of a response to the request for the rest.
  enum Meaning: Hashable, Sendable {
    /// Its content follows what is in the file.
    case append
    /// Its content is all there is: what is in the file is dropped.
    case replace
    /// There is nothing more: what is in the file is all.
    case complete
    /// It cannot be used: the request is sent once more, without ``DownloadContinuation/fields``, and what is in the
    /// file is dropped.
    case startOver
    /// It is not about the content: it is the response as it is, and what is in the file is dropped.
    case deliver
  }

  func meaning(status: Int, fields: HTTPFields) -> Meaning {
    switch status {
    case 206: isRest(fields) ? .append : .startOver
    case 200: .replace
    case 412: .startOver
    case 416:
      fields["Content-Range"].flatMap(ContentRange.init) == .unsatisfied(total: offset) && isSame(fields)
        ? .complete : .startOver
    default: .deliver
    }
  }

  /// Returns `true` if a file for temporary content may have the name: one component that does not lead out of its
  /// folder.
  static func isFileName(_ name: String) -> Bool {
    guard !name.isEmpty, name.utf8.count <= 255, !name.hasPrefix(".") else { return false }
    return !name.utf8.contains { $0 == 0x2F || $0 < 0x20 || $0 == 0x7F }
  }

  private func isRest(_ fields: HTTPFields) -> Bool {
    guard case .bytes(let first, _, let total)? = fields["Content-Range"].flatMap(ContentRange.init) else {
      return false
    }
    guard first == offset, isSame(fields) else { return false }
    guard let total, let totalLength else { return true }
    return total == totalLength
  }

  /// Returns `true` unless the response's `ETag` shows that it is about other content.
  private func isSame(_ fields: HTTPFields) -> Bool {
    guard validator.hasPrefix("\""), let tag = fields["ETag"] else { return true }
    return tag == validator
  }

  private var isSensible: Bool {
    let lines = requestFields.flatMap { [$0.key, $0.value] } + [validator]
    let total = totalLength ?? .max
    return Origin(url) != nil && Origin(originalURL) != nil && ["http", "https"].contains(url.scheme?.lowercased())
      && offset > 0 && offset <= total && Self.isFileName(fileName) && !validator.isEmpty
      && !lines.contains { $0.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }
  }

  private static func validator(in fields: HTTPFields) -> String? {
    if let tag = fields["ETag"], tag.hasPrefix("\""), tag.hasSuffix("\""), tag.utf8.count >= 2 { return tag }
    guard fields["ETag"] == nil, let modified = fields["Last-Modified"], let changed = HTTPDate.date(modified),
      let date = fields["Date"].flatMap(HTTPDate.date), date.timeIntervalSince(changed) >= 1
    else { return nil }
    return modified
  }

  private static func totalLength(status: Int, fields: HTTPFields) -> Int64? {
    if status == 206 {
      guard case .bytes(_, _, let total)? = fields["Content-Range"].flatMap(ContentRange.init) else { return nil }
      return total
    }
    return fields["Content-Length"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }
}

/// The value of a field `Content-Range` (RFC 9110 §14.4), for bytes.
enum ContentRange: Hashable, Sendable {
  /// The bytes from `first` to `last`, of so many where that is known.
  case bytes(first: Int64, last: Int64, total: Int64?)
  /// No part of so many bytes.
  case unsatisfied(total: Int64)

  /// Reads a value; none where it is none, or speaks of another unit.
  init?(_ value: String) {
    let parts = value.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let total = Self.number(halves[1])
    if halves[0] == "*" {
      guard let total else { return nil }
      self = .unsatisfied(total: total)
      return
    }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else { return nil }
    guard total != nil || halves[1] == "*", total.map({ last < $0 }) ?? true else { return nil }
    self = .bytes(first: first, last: last, total: total)
  }

  private static func number(_ text: Substring) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text)
  }
}
