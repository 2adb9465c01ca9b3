// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel
internal import WoofSystem

/// The fields of a request that speaks tus 1.0.0 (<https://tus.io/protocols/resumable-upload>), read one by one, as each
/// kind of request has others.
///
/// All members throw ``WoofModel/WoofError`` with the code `invalid-request` where a field cannot be read.
struct TusRequest: Sendable {
  /// The type of content that belongs to an upload.
  static let contentType = "application/offset+octet-stream"

  private let fields: HTTPFields

  init(_ request: HTTPRequest) { fields = request.fields }

  /// The method that counts, which is another than the one of the request where `X-HTTP-Method-Override` says so.
  ///
  /// A method that asks for no change is never overridden: whatever lets such requests pass would let a change pass.
  static func method(of request: HTTPRequest) throws(WoofError) -> HTTPMethod {
    guard let token = request.fields.bytes(of: .methodOverride) else { return request.method }
    let method = HTTPMethod(token: token)
    guard method == request.method || !request.method.isSafe else {
      throw WoofError(.invalidRequest, "X-HTTP-Method-Override is for requests with POST, and this one is a read.")
    }
    return method
  }

  /// `true` if the client speaks the version of this service.
  var isOfKnownVersion: Bool { fields.count(of: .tusResumable) == 1 && fields[.tusResumable] == TusResponse.version }

  /// `true` if the content of the request belongs to an upload.
  var hasContent: Bool {
    fields.bytes(of: .contentType).flatMap { HTTPMediaType(parsing: $0) }?.essence == Self.contentType
  }

  /// The number of bytes of the whole upload; `nil` where the request does not say.
  var length: Int64? { get throws(WoofError) { try number(in: .uploadLength) } }

  /// The byte of the upload at which the content begins; `nil` where the request does not say.
  var offset: Int64? { get throws(WoofError) { try number(in: .uploadOffset) } }

  /// `true` if the client will tell the length later, which this service does not offer.
  var defersLength: Bool { fields.contains(.uploadDeferLength) }

  /// The digest of the content.
  var checksum: AnnouncedDigests {
    get throws(WoofError) {
      guard let text = fields[.uploadChecksum] else { return AnnouncedDigests() }
      let parts = text.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 2, let bytes = Base64.decode(parts[1].utf8, as: .standard),
        let digests = Self.digests(parts[0], bytes)
      else {
        throw WoofError(
          .invalidRequest,
          "Upload-Checksum is the name of an algorithm, which is one of \(TusResponse.checksumAlgorithms), and a digest "
            + "in Base64.")
      }
      return digests
    }
  }

  /// The metadata of the upload; `nil` where the request has none.
  var metadata: TusMetadata? {
    get throws(WoofError) {
      guard let text = fields[.uploadMetadata], !text.isEmpty else { return nil }
      return try TusMetadata(text)
    }
  }

  /// The part that the upload plays in a concatenation; `nil` where it is a photo by itself.
  ///
  /// - Parameter partLimit: The most parts that a photo may be made of.
  func concatenation(partLimit: Int) throws(WoofError) -> TusConcatenation? {
    guard let text = fields[.uploadConcatenation] else { return nil }
    guard let concatenation = TusConcatenation(text) else {
      throw WoofError(
        .invalidRequest, "Upload-Concat is partial, or final; and the addresses of partial uploads of this service.")
    }
    if case .final(let parts) = concatenation, parts.count > partLimit {
      throw WoofError(
        .invalidRequest, "A photo is made of \(partLimit) partial uploads at most.",
        details: ["limit": .integer(Int64(partLimit))])
    }
    return concatenation
  }

  private func number(in name: HTTPFieldName) throws(WoofError) -> Int64? {
    guard let digits = fields.bytes(of: name) else { return nil }
    guard fields.count(of: name) == 1, (1...18).contains(digits.count),
      digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { throw WoofError(.invalidRequest, "\(name) is a number of bytes.") }
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  private static func digests(_ algorithm: Substring, _ bytes: [UInt8]) -> AnnouncedDigests? {
    switch algorithm {
    case "sha1" where bytes.count == 20: AnnouncedDigests(sha1: bytes)
    case "sha256": Digest(bytes).map { AnnouncedDigests(sha256: $0) }
    case "sha512" where bytes.count == 64: AnnouncedDigests(sha512: bytes)
    default: nil
    }
  }
}

/// The part that an upload plays in a concatenation (tus 1.0.0, “Concatenation”).
enum TusConcatenation: Hashable, Sendable {
  /// It is a part of a photo.
  case partial
  /// It is a photo that is made of these parts.
  case final([UploadID])

  /// Reads the value of `Upload-Concat`; `nil` for anything else.
  init?(_ text: String) {
    if text == "partial" {
      self = .partial
      return
    }
    guard text.hasPrefix("final;") else { return nil }
    let addresses = text.dropFirst("final;".count).split(separator: " ")
    let ids = addresses.compactMap { Self.id(in: $0) }
    guard !ids.isEmpty, ids.count == addresses.count else { return nil }
    self = .final(ids)
  }

  /// The id in an address, which may be a path or begin with any origin: proxies know the service by others.
  private static func id(in address: Substring) -> UploadID? {
    guard let slash = address.lastIndex(of: "/"), address[...slash].hasSuffix("\(TusPath.folder)/") else { return nil }
    return UploadID(address[address.index(after: slash)...])
  }
}

/// The fields that a client tells of an upload in `Upload-Metadata` (tus 1.0.0, “Creation”).
///
/// `filename` or `name`, `caption` and `visibility` count for the photo; everything else is only kept.
struct TusMetadata: Hashable, Sendable {
  /// The value of the field.
  let text: String
  private let values: [String: [UInt8]]

  /// Reads the value of the field.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-request`.
  init(_ text: String) throws(WoofError) {
    self.text = text
    var values: [String: [UInt8]] = [:]
    for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = pair.drop { $0 == " " }.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      let encoded = words.count > 1 ? words[1] : ""
      guard let key = words.first, !key.isEmpty, let value = Base64.decode(encoded.utf8, as: .standard),
        values.updateValue(value, forKey: String(key)) == nil
      else {
        throw WoofError(
          .invalidRequest, "Upload-Metadata has pairs of a key and a value in Base64, each key once, between commas.")
      }
    }
    self.values = values
  }

  /// Returns the details of the photo.
  ///
  /// - Parameter standardVisibility: The visibility of a photo of which nothing is said.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  func details(_ standardVisibility: Visibility) throws(WoofError) -> PhotoUpload.Details {
    var details = PhotoUpload.Details(visibility: standardVisibility)
    if let caption = try value("caption") { details.caption = try Caption.checked(caption) }
    if let text = try value("visibility") {
      guard let visibility = Visibility(rawValue: text) else {
        throw RouteQuery.invalid(
          "visibility", "Choose one of \(Visibility.allCases.map(\.rawValue).joined(separator: ", ")).")
      }
      details.visibility = visibility
    }
    let name = if let name = try value("filename") { name } else { try value("name") }
    details.fileName = name.flatMap(PhotoFileName.sanitized)
    return details
  }

  private func value(_ key: String) throws(WoofError) -> String? {
    guard let bytes = values[key] else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw RouteQuery.invalid(key, "The value in Upload-Metadata is no UTF-8.")
    }
    return text
  }
}

/// The paths of uploads that speak tus.
enum TusPath {
  /// The path at which uploads begin, and below which they have their addresses.
  static let folder = "/v1/tus"
  /// The pattern of the path of an upload.
  static let upload = "\(folder)/{id}"
  /// The pattern of the path of an upload that was made of partial ones.
  static let final = "\(folder)/final/{id}"
}

extension HTTPFieldName {
  static let tusResumable = known("Tus-Resumable")
  static let tusVersion = known("Tus-Version")
  static let tusExtension = known("Tus-Extension")
  static let tusMaximumSize = known("Tus-Max-Size")
  static let tusChecksumAlgorithm = known("Tus-Checksum-Algorithm")
  static let uploadChecksum = known("Upload-Checksum")
  static let uploadConcatenation = known("Upload-Concat")
  static let uploadDeferLength = known("Upload-Defer-Length")
  static let uploadExpires = known("Upload-Expires")
  static let uploadMetadata = known("Upload-Metadata")
  static let methodOverride = known("X-HTTP-Method-Override")
}
