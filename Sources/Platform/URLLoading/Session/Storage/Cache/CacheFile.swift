// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Foundation
import FoundationNetworking

/// A stored response as the bytes of a file: a mark, the lengths of head and content, a SHA-256 digest of both, the head
/// as JSON, the content.
struct CacheFile {
  /// The metadata of a stored response, which can be read without its content.
  struct Head: Codable, Hashable {
    var key: CacheKey
    var names: [String]
    /// Stands for what the request said in the fields of these names.
    var selection: String
    var storedAt: Date
    var url: URL
    var entry: CacheEntry?
    var mimeType: String?
    var expectedLength: Int64
    var textEncoding: String?
    /// A property list.
    var userInfo: Data?
  }

  static let mark = Array("URLCACHE1\n".utf8)
  /// The bytes before the head.
  static let prologueLength = mark.count + 4 + 8 + 32
  static let maximalHeadLength = 1 << 20

  let head: Head
  let content: Data

  init(_ response: CachedURLResponse, key: CacheKey, vary: Vary, selection: [String: String], storedAt: Date) {
    head = Head(
      key: key, names: vary.names, selection: Self.digest(of: selection), storedAt: storedAt,
      url: response.response.url ?? URL(fileURLWithPath: "/"), entry: response.entry,
      mimeType: response.response.mimeType, expectedLength: response.response.expectedContentLength,
      textEncoding: response.response.textEncodingName, userInfo: Self.encoded(response.userInfo))
    content = response.data
  }

  /// Reads a file; none where it is not whole, or not what was written.
  init?(_ bytes: Data) {
    guard let prologue = Prologue(bytes), prologue.totalLength == bytes.count else { return nil }
    let body = bytes.dropFirst(Self.prologueLength)
    guard Self.digest(body) == prologue.digest else { return nil }
    guard let head = Self.head(body.prefix(prologue.headLength)) else { return nil }
    self.head = head
    content = Data(body.dropFirst(prologue.headLength))
  }

  /// The bytes of the file.
  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    let head = try encoder.encode(head)
    var body = head
    body.append(content)
    var file = Data(capacity: Self.prologueLength + body.count)
    file.append(contentsOf: Self.mark)
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: head.count).bigEndian) { file.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt64(content.count).bigEndian) { file.append(contentsOf: $0) }
    file.append(Self.digest(body))
    file.append(body)
    return file
  }

  /// The response that was stored.
  var response: CachedURLResponse? {
    let response: URLResponse?
    if let entry = head.entry {
      response = LoadedResponse(
        url: head.url, statusCode: entry.status, httpVersion: nil, headerFields: entry.fields.joined)
    } else {
      response = URLResponse(
        url: head.url, mimeType: head.mimeType, expectedContentLength: Int(clamping: head.expectedLength),
        textEncodingName: head.textEncoding)
    }
    return response.map {
      CachedURLResponse(
        response: $0, data: content, userInfo: Self.decoded(head.userInfo), storagePolicy: .allowed, entry: head.entry)
    }
  }

  /// Reads the head of a file from its beginning.
  static func head(_ bytes: Data) -> Head? { try? JSONDecoder().decode(Head.self, from: bytes) }

  /// Stands for a selection, and does not say it.
  static func digest(of selection: [String: String]) -> String {
    let lines = selection.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.utf8.count):\($0.value)" }
    return hexadecimal(digest(Data(lines.joined(separator: "\n").utf8)))
  }

  /// The name of the file of a selection.
  static func name(key: CacheKey, selection: String) -> String {
    hexadecimal(digest(Data("\(selection)\n\(key.text)".utf8)).prefix(20)) + ".response"
  }

  static func digest(_ bytes: Data) -> Data {
    var digest = [UInt8](repeating: 0, count: 32)
    let succeeded = bytes.withUnsafeBytes { EVP_Digest($0.baseAddress, $0.count, &digest, nil, EVP_sha256(), nil) }
    return succeeded == 1 ? Data(digest) : Data()
  }

  private static func hexadecimal(_ bytes: Data) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func encoded(_ userInfo: [AnyHashable: Any]?) -> Data? {
    guard let userInfo = userInfo as? [String: Any],
      PropertyListSerialization.propertyList(userInfo, isValidFor: .binary)
    else { return nil }
    return try? PropertyListSerialization.data(fromPropertyList: userInfo, format: .binary, options: 0)
  }

  private static func decoded(_ userInfo: Data?) -> [AnyHashable: Any]? {
    guard let userInfo else { return nil }
    return try? PropertyListSerialization.propertyList(from: userInfo, format: nil) as? [String: Any]
  }
}

extension CacheFile {
  /// The bytes before the head.
  struct Prologue {
    let headLength: Int
    let contentLength: Int
    let digest: Data

    /// The number of bytes that the file must have.
    var totalLength: Int { CacheFile.prologueLength + headLength + contentLength }

    init?(_ bytes: Data) {
      guard bytes.count >= CacheFile.prologueLength, bytes.starts(with: CacheFile.mark) else { return nil }
      let numbers = bytes.dropFirst(CacheFile.mark.count)
      let head = Self.number(numbers.prefix(4))
      let content = Self.number(numbers.dropFirst(4).prefix(8))
      guard head <= UInt64(CacheFile.maximalHeadLength), content <= UInt64(Int32.max) else { return nil }
      headLength = Int(head)
      contentLength = Int(content)
      digest = Data(numbers.dropFirst(12).prefix(32))
    }

    private static func number(_ bytes: Data) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
  }
}
