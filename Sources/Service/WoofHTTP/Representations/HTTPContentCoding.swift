// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// The decision if a response is sent compressed by gzip (RFC 9110 §8.4.1.3), and what that makes of its fields. Whoever asks
/// compresses.
///
///     let coding = HTTPContentCoding(of: response, to: request)
///     let compressed = coding.content.flatMap { compress($0) }
///     coding.apply(compressed, to: &response)
///
/// The compressed form is a representation of its own, so that its strong tag is another one (RFC 9110 §8.8.3): that of
/// the plain form with `+gzip` before its last quote. Responders know the plain form only; ``plainRequest(of:)`` gives them
/// requests whose conditions speak of that.
package struct HTTPContentCoding: Sendable {
  /// The length from which a body is compressed, in bytes: what is shorter takes one packet either way.
  package static let leastByteCount = 1_400

  /// The bytes to compress; `nil` where the response is sent as it is.
  package let content: HTTPBytes?
  /// `true` if another client may be sent the other form.
  private let varies: Bool
  /// `true` if a 304 is about the compressed form.
  private let confirmsCompressed: Bool

  /// Decides about the response to a request, with the fields as the client sent them.
  package init(of response: HTTPResponse, to request: HTTPRequest) {
    let isConfirmation = response.status.code == 304
    let bytes = isConfirmation ? nil : response.body.bytesToCompress
    varies = (isConfirmation || bytes != nil) && Self.isOpen(response)
    guard varies, request.fields.contains(.acceptEncoding), HTTPAcceptEncoding(request.fields).prefersGzip else {
      (content, confirmsCompressed) = (nil, false)
      return
    }
    confirmsCompressed = isConfirmation && Self.names(request.fields, compressedFormOf: response.fields)
    content = bytes.flatMap { $0.count >= Self.leastByteCount ? $0 : nil }
  }

  /// Makes the decision come true.
  ///
  /// - Parameter compressed: ``content`` in gzip; `nil` where it is sent as it is, also where compressing saves too little.
  package func apply(_ compressed: HTTPBytes?, to response: inout HTTPResponse) {
    guard varies else { return }
    response.fields.addElement("Accept-Encoding", to: .vary)
    if compressed != nil || confirmsCompressed, let tag = response.fields.bytes(of: .eTag), tag.last == Self.quote {
      response.fields = response.fields.replacing(.eTag, with: tag.dropLast() + Self.suffix + [Self.quote])
    }
    guard let compressed else { return }
    // Ranges are given of the plain form only.
    if response.fields.contains(.acceptRanges) { response.fields = response.fields.removing(["accept-ranges"]) }
    response.fields.append(.contentEncoding, "gzip")
    response.body = .bytes(compressed)
  }

  /// A request whose conditions name the plain form wherever the client has the compressed one.
  ///
  /// A client that reads, and does not take gzip any more, has nothing that could be confirmed.
  package static func plainRequest(of request: HTTPRequest) -> HTTPRequest {
    guard !request.fields.certainlyLacks(conditionalNames) else { return request }
    var fields = request.fields
    takeSuffixes(from: .ifMatch, of: &fields)
    if !request.method.isSafe || HTTPAcceptEncoding(fields).prefersGzip {
      takeSuffixes(from: .ifNoneMatch, of: &fields)
    }
    return fields.wireBytes.count == request.fields.wireBytes.count ? request : request.replacingFields(with: fields)
  }

  private static let conditionalNames = HTTPFieldKeySet([.ifMatch, .ifNoneMatch])
  private static let quote = UInt8(ascii: "\"")
  /// The end of the tags of compressed forms. No tag of a plain form has it.
  private static let suffix = Array("+gzip".utf8)

  private static func isOpen(_ response: HTTPResponse) -> Bool {
    let fields = response.fields
    switch response.compression {
    case .never: return false
    case .always, .kept: break
    case .byType: guard let type = fields[.contentType], HTTPCompression.isText(type) else { return false }
    }
    if !fields.certainlyLacks(binding),
      fields.contains(.contentEncoding) || fields.contains(.contentRange)
        || fields.contains(.reprDigest) || fields.contains(.contentDigest)
    {
      return false
    }
    return !fields.lists("no-transform", in: .cacheControl)
  }

  /// Names of fields that tie a response to its bytes as they are.
  private static let binding = HTTPFieldKeySet([.contentEncoding, .contentRange, .reprDigest, .contentDigest])

  private static func names(_ request: HTTPFields, compressedFormOf response: HTTPFields) -> Bool {
    guard let value = response.bytes(of: .eTag), value.last == quote else { return false }
    let text = value.dropFirst(value.first == UInt8(ascii: "W") ? 3 : 1).dropLast() + suffix
    guard let tag = HTTPEntityTag(String(decoding: text, as: UTF8.self)) else { return false }
    var isNamed = false
    request.forEachValue(of: .ifNoneMatch) { isNamed = isNamed || tag.isListed(in: $0, .weak) }
    return isNamed
  }

  private static func takeSuffixes(from name: HTTPFieldName, of fields: inout HTTPFields) {
    guard fields.contains(name) else { return }
    let value = fields.joinedValue(of: name)
    let plain = value.removing(suffix + [quote], leaving: [quote])
    if plain.count != value.count { fields = fields.replacing(name, with: plain) }
  }
}

extension HTTPResponseBody {
  /// The bytes of a body that is in memory as a whole; `nil` for every other.
  fileprivate var bytesToCompress: HTTPBytes? {
    guard case .bytes(let bytes) = self else { return nil }
    return bytes
  }
}

extension ArraySlice<UInt8> {
  /// The bytes with `rest` in the place of each `run`.
  fileprivate func removing(_ run: [UInt8], leaving rest: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = startIndex
    while index < endIndex {
      if self[index...].starts(with: run) {
        bytes += rest
        index += run.count
      } else {
        bytes.append(self[index])
        index += 1
      }
    }
    return bytes
  }
}
