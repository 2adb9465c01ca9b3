// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCryptography
import WoofS3

/// A bucket as a value: objects, which are put, read whole or by a range, and deleted, and uploads in parts.
struct BucketInMemory: Sendable {
  /// The response to a request.
  struct Outcome: Sendable {
    var status: Int
    var content: [UInt8] = []
    var fields: [String: String] = [:]

    /// A response that refuses, without words for people.
    static func refusal(_ status: Int, _ code: String) -> Outcome {
      Outcome(
        status: status,
        content: Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>\(code)</Code></Error>".utf8))
    }
  }

  let name: String
  /// The bytes of the objects by their keys.
  var objects: [String: [UInt8]] = [:]
  /// The parts of uploads that have been begun, by their ids.
  private(set) var uploads: [String: [Int: [UInt8]]] = [:]
  private var uploadCount = 0
  /// The times at which objects were put, in seconds since 1970.
  var modified: [String: Int64] = [:]

  init(name: String) { self.name = name }

  /// Does what a request asks for.
  mutating func outcome(of request: FaultyObjectStore.Request) -> Outcome {
    guard request.path.hasPrefix("/\(name)") else { return .refusal(404, "NoSuchBucket") }
    let key = String(request.path.dropFirst(name.utf8.count + 2))
    let query = Self.values(of: request.query)
    if key.isEmpty { return whole(request, query) }
    if query["uploads"] != nil || query["uploadId"] != nil { return upload(request, key, query) }
    switch request.method {
    case "PUT":
      objects[key] = request.content
      modified[key] = SystemS3Clock().secondsSince1970
      return Outcome(status: 200, fields: ["ETag": Self.tag(of: request.content)])
    case "DELETE":
      objects[key] = nil
      return Outcome(status: 204)
    default:
      return objects[key].map { Self.part(of: $0, request) } ?? .refusal(404, "NoSuchKey")
    }
  }

  /// Does what a request asks of the bucket as a whole.
  private mutating func whole(_ request: FaultyObjectStore.Request, _ query: [String: String]) -> Outcome {
    if request.method == "POST", query["delete"] != nil { return deleteMany(request) }
    if query["list-type"] == "2" { return list(query) }
    if query["uploads"] != nil {
      let root = "ListMultipartUploadsResult"
      return Outcome(status: 200, content: Array("<\(root)><IsTruncated>false</IsTruncated></\(root)>".utf8))
    }
    return Outcome(status: 200)
  }

  private mutating func deleteMany(_ request: FaultyObjectStore.Request) -> Outcome {
    let text = String(decoding: request.content, as: UTF8.self)
    for part in text.split(separator: "<Key>").dropFirst() { objects[String(part.prefix { $0 != "<" })] = nil }
    return Outcome(status: 200, content: Array("<DeleteResult/>".utf8))
  }

  private func list(_ query: [String: String]) -> Outcome {
    let prefix = query["prefix"]?.removingPercentEncoding ?? ""
    let after = query["continuation-token"]?.removingPercentEncoding ?? ""
    let keys = objects.keys.filter { $0.hasPrefix(prefix) && $0 > after }.sorted()
    let page = keys.prefix(Int(query["max-keys"] ?? "") ?? 1000)
    let format = ISO8601DateFormatter()
    let entries = page.map { key in
      let time = format.string(from: Date(timeIntervalSince1970: TimeInterval(modified[key] ?? 0)))
      return
        "<Contents><Key>\(key)</Key><Size>\(objects[key]?.count ?? 0)</Size><LastModified>\(time)</LastModified></Contents>"
    }.joined()
    let rest = page.count < keys.count ? page.last : nil
    let end =
      rest.map { "<IsTruncated>true</IsTruncated><NextContinuationToken>\($0)</NextContinuationToken>" }
      ?? "<IsTruncated>false</IsTruncated>"
    return Outcome(status: 200, content: Array("<ListBucketResult>\(entries)\(end)</ListBucketResult>".utf8))
  }

  private mutating func upload(
    _ request: FaultyObjectStore.Request, _ key: String, _ query: [String: String]
  ) -> Outcome {
    guard let id = query["uploadId"] else {
      uploadCount += 1
      uploads["u\(uploadCount)"] = [:]
      let root = "InitiateMultipartUploadResult"
      return Outcome(status: 200, content: Array("<\(root)><UploadId>u\(uploadCount)</UploadId></\(root)>".utf8))
    }
    guard let parts = uploads[id] else { return .refusal(404, "NoSuchUpload") }
    switch request.method {
    case "PUT":
      uploads[id]?[Int(query["partNumber"] ?? "") ?? 0] = request.content
      return Outcome(status: 200, fields: ["ETag": Self.tag(of: request.content)])
    case "POST":
      objects[key] = parts.sorted { $0.key < $1.key }.flatMap(\.value)
      uploads[id] = nil
      return Outcome(status: 200, content: Array("\r\n <CompleteMultipartUploadResult/>".utf8))
    default:
      uploads[id] = nil
      return Outcome(status: 204)
    }
  }

  private static func part(of bytes: [UInt8], _ request: FaultyObjectStore.Request) -> Outcome {
    var fields = ["ETag": tag(of: bytes), "Last-Modified": "Fri, 24 May 2013 00:00:00 GMT"]
    if let tag = request.fields["if-match"], tag != fields["ETag"] { return .refusal(412, "PreconditionFailed") }
    guard let range = request.fields["range"] else { return Outcome(status: 200, content: bytes, fields: fields) }
    let ends = range.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    let (first, last) = (ends[0] ?? 0, min(ends[1] ?? .max, bytes.count - 1))
    guard first < bytes.count else { return .refusal(416, "InvalidRange") }
    fields["Content-Range"] = "bytes \(first)-\(last)/\(bytes.count)"
    return Outcome(status: 206, content: Array(bytes[first...last]), fields: fields)
  }

  private static func values(of query: String) -> [String: String] {
    let pairs = query.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return (parts[0], parts.count == 2 ? parts[1] : "")
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func tag(of bytes: [UInt8]) -> String { "\"\(hexadecimal(MD5.digest(of: bytes)))\"" }
}
