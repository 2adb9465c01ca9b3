// SPDX-License-Identifier: Apache-2.0

import CCurl
import Foundation
import Glibc

extension EasyHandle {
  /// Fields that follow from the rest of the request.
  private static let derived: [StaticString] = ["content-length", "transfer-encoding", "accept-encoding"]
  /// Fields that libcurl makes up where they are missing, and the line that keeps it from that.
  private static let madeUp: [(name: StaticString, line: String)] = [
    ("accept", "Accept:"), ("content-type", "Content-Type:"), ("expect", "Expect:"),
  ]

  /// Sets the fields that are sent, unless they are the same as before.
  func setFields(of request: TransferRequest) throws(TransferSetUpError) {
    let new = TransferFields(lines: request.headers, goWithContent: request.hasBody)
    if let settledFields, settledFields == new { return }
    forgetFields()
    try appendFields(of: request)
    setPointer(CURLOPT_HTTPHEADER, fields.first)
    settledFields = new.areSecret ? nil : new
  }

  func forgetFields() {
    setPointer(CURLOPT_HTTPHEADER, nil)
    fields.removeAll()
    settledFields = nil
  }

  private func appendFields(of request: TransferRequest) throws(TransferSetUpError) {
    for (name, value) in request.headers where !Self.derived.contains(where: { FieldName.matches(name, $0) }) {
      guard Self.isFieldName(name), Self.isFieldValue(value) else {
        throw TransferSetUpError(cause: .malformedRequest, message: "The field “\(name)” cannot be sent.")
      }
      fields.append(value.isEmpty ? name + ";" : name + ": " + value)
    }
    // The others go with content.
    let madeUp = request.hasBody ? Self.madeUp[...] : Self.madeUp.prefix(1)
    for (name, line) in madeUp where !request.headers.contains(where: { FieldName.matches($0.name, name) }) {
      fields.append(line)
    }
  }

  private static func isFieldName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
  }

  private static func isFieldValue(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
  }

  /// The largest content that goes along with the head in one piece.
  private static let smallBody = 64 * 1024

  /// Sets how the request is made and where its content comes from.
  func setMethodAndBody(of request: TransferRequest) {
    let isPlainGet = request.method == "GET" && !request.hasBody
    if isPlainGet, settledContent == .ofPlainGet { return }
    settledContent = isPlainGet ? .ofPlainGet : .other
    // These two undo what an earlier transfer has set.
    set(CURLOPT_NOBODY, 0)
    set(CURLOPT_HTTPGET, 1)
    set(CURLOPT_CUSTOMREQUEST, request.method)
    set(CURLOPT_NOPROGRESS, 0)
    guard request.hasBody else { return setNoBody(method: request.method) }
    switch request.body {
    case .none: setSmallBody(Data())
    case .bytes(let data) where data.count <= Self.smallBody: setSmallBody(data)
    case .bytes, .file, .pulled: setStreamedBody(count: request.body.count)
    }
  }

  private func setNoBody(method: String) {
    set(CURLOPT_NOPROGRESS, 1)
    // libcurl knows that the response to a HEAD has no content only where it sends none; see `endWhereHead()`.
    if method == "HEAD" { set(CURLOPT_NOBODY, 1) }
    if method == "GET" || method == "HEAD" { set(CURLOPT_CUSTOMREQUEST, nil) }
  }

  /// Lets go of content that was copied.
  func forgetContent() {
    guard settledContent == .copied else { return }
    setPointer(CURLOPT_POSTFIELDS, nil)
    settledContent = .unknown
  }

  private func setSmallBody(_ data: Data) {
    settledContent = .copied
    set(CURLOPT_POST, 1)
    _ = data.withUnsafeBytes { ccurl_easy_set_content(handle, $0.baseAddress, $0.count) }
  }

  private func setStreamedBody(count: Int64?) {
    set(CURLOPT_UPLOAD, 1)
    setOffset(CURLOPT_INFILESIZE_LARGE, count ?? -1)
  }
}

/// The fields that a handle is set up to send.
struct TransferFields: Equatable {
  var lines: [(name: String, value: String)]
  /// `true` if there is content, which has fields of its own.
  var goWithContent: Bool

  /// `true` if they are not to be kept any longer than they are needed.
  var areSecret: Bool {
    lines.contains { name, _ in Self.secretNames.contains { FieldName.matches(name, $0) } }
  }

  private static let secretNames: [StaticString] = ["authorization", "proxy-authorization", "cookie"]

  static func == (left: TransferFields, right: TransferFields) -> Bool {
    left.goWithContent == right.goWithContent && left.lines.count == right.lines.count
      && zip(left.lines, right.lines).allSatisfy { $0.name == $1.name && $0.value == $1.value }
  }
}

/// The kind of content that a handle is set up to send.
enum TransferContentKind {
  case unknown
  /// A GET without content.
  case ofPlainGet
  /// Content of which libcurl has a copy.
  case copied
  case other
}

extension TransferRequest {
  /// `true` if the server is told of content, even of empty content.
  ///
  /// A GET and a HEAD say nothing of content that is empty: most servers would not expect a word.
  fileprivate var hasBody: Bool {
    if ["POST", "PUT", "PATCH"].contains(method) { return true }
    if method == "GET" || method == "HEAD" { return body.count != 0 }
    if case .none = body { return false }
    return true
  }
}

/// The fields of one request in the form libcurl takes them. Frees what it holds.
struct FieldList: ~Copyable {
  /// The first of them; `nil` for none.
  private(set) var first: UnsafeMutablePointer<curl_slist>?  // owned, freed by `removeAll()`

  /// Adds a line: a field, or, with nothing after the colon, one that libcurl is not to make up.
  mutating func append(_ line: String) { first = curl_slist_append(first, line) }

  mutating func removeAll() {
    curl_slist_free_all(first)
    first = nil
  }

  deinit { curl_slist_free_all(first) }
}
