// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The responses that were made last, to be handed out again for equal heads.
///
/// To make an `HTTPURLResponse` costs more than all the rest of a small load, and servers that are asked often give equal
/// heads. Responses never change, so nobody can tell. Confined to the loop's thread.
final class ResponseMemory: @unchecked Sendable {  // confined to the loop's thread
  private static let most = 8

  private struct Entry {
    let url: URL
    let head: TransferHead
    let response: HTTPURLResponse
  }

  private var entries: [Entry] = []
  private var oldest = 0

  /// The response with the head; `nil` where Foundation does not take it.
  func response(of head: TransferHead, from url: URL) -> HTTPURLResponse? {
    if let known = entries.first(where: { $0.head.isEqual(to: head) && $0.url == url }) { return known.response }
    let response = LoadedResponse(
      url: url, statusCode: head.status, httpVersion: head.version.name, headerFields: head.joinedFields)
    if let response { remember(Entry(url: url, head: head, response: response)) }
    return response
  }

  private func remember(_ entry: Entry) {
    if entries.count < Self.most {
      entries.append(entry)
    } else {
      entries[oldest] = entry
      oldest = (oldest + 1) % Self.most
    }
  }
}

extension TransferHead {
  fileprivate func isEqual(to other: TransferHead) -> Bool {
    status == other.status && version == other.version && headers.count == other.headers.count
      && (isSameMemory(as: other) || hasEqualFields(as: other))
  }

  /// Returns `true` if both come from one place: heads that are known are handed out again.
  private func isSameMemory(as other: TransferHead) -> Bool {
    headers.withUnsafeBufferPointer { own in
      other.headers.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
    }
  }

  private func hasEqualFields(as other: TransferHead) -> Bool {
    zip(headers, other.headers).allSatisfy { $0.value == $1.value && $0.name == $1.name }
  }
}

extension TransferHead {
  /// The fields with one value for each name.
  fileprivate var joinedFields: [String: String] {
    var fields = [String: String](minimumCapacity: headers.count)
    for (name, value) in headers {
      if let before = fields.updateValue(value, forKey: name) { fields[name] = "\(before), \(value)" }
    }
    return fields
  }
}

extension TransferHTTPVersion {
  var name: String {
    switch self {
    case .http10: "HTTP/1.0"
    case .http11: "HTTP/1.1"
    case .http2: "HTTP/2"
    case .http3: "HTTP/3"
    }
  }
}
