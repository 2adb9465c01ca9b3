// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// Reads the form of an upload: its part `photo` goes into the upload as it comes, the parts `caption`, `visibility` and
/// `fileName` into the details.
final class UploadForm: @unchecked Sendable {  // fed by one task at a time, one piece after the other
  /// The part that is being read.
  private enum Part {
    case none
    case photo
    case text(name: String, bytes: [UInt8])
  }

  private static let textLimit = Caption.byteLimit

  private var parser: MultipartFormParser
  private let upload: PhotoUpload
  private var details: PhotoUpload.Details
  private var part = Part.none
  private var seen: Set<String> = []

  init(parser: MultipartFormParser, upload: PhotoUpload, details: PhotoUpload.Details) {
    self.parser = parser
    self.upload = upload
    self.details = details
  }

  /// Takes the next bytes of the form.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-request` or `invalid-parameter`, and as
  ///   ``WoofCore/PhotoUpload/write(_:)``.
  func consume(_ bytes: RawSpan) throws {
    var offset = 0
    while let event = try nextEvent(in: bytes, from: &offset) {
      switch event {
      case .part(let part): try begin(part)
      case .data(let range): try take(bytes.extracting(range))
      case .heldData(let held): try take(Array(held).span.bytes)
      case .partEnd: try endPart()
      case .end: break
      }
    }
  }

  /// Ends the form.
  ///
  /// - Returns: The details of the photo, from the head and the form.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-request` where the form breaks off or has no photo.
  func finish() throws(WoofError) -> PhotoUpload.Details {
    do {
      try parser.finish()
    } catch {
      throw Self.error(of: error)
    }
    guard seen.contains("photo") else {
      throw WoofError(.invalidRequest, "The form has no part of the name photo.")
    }
    return details
  }

  private func nextEvent(in bytes: RawSpan, from offset: inout Int) throws(WoofError) -> MultipartFormParser.Event? {
    do {
      return try parser.next(in: bytes, from: &offset)
    } catch {
      throw Self.error(of: error)
    }
  }

  private func begin(_ part: MultipartFormPart) throws {
    guard ["photo", "caption", "visibility", "fileName"].contains(part.name) else {
      throw RouteQuery.invalid(part.name, "The form has photo, caption, visibility and fileName.")
    }
    guard seen.insert(part.name).inserted else {
      throw RouteQuery.invalid(part.name, "The part stands more than once.")
    }
    guard part.name == "photo" else {
      self.part = .text(name: part.name, bytes: [])
      return
    }
    if let type = part.contentType, type.type != "image", type.essence != "application/octet-stream" {
      throw WoofError(.unsupportedMediaType, "The part photo must be image/* or application/octet-stream.")
    }
    details.digests = try RequestDigests.ofContent(part.fields)
    try upload.expect(details.digests)
    // What is given as the name comes before the one that browsers tell.
    details.fileName = details.fileName ?? part.fileName.flatMap(PhotoFileName.sanitized)
    self.part = .photo
  }

  private func take(_ bytes: RawSpan) throws {
    switch part {
    case .none: break
    case .photo: try upload.write(bytes)
    case .text(let name, var text):
      // Emptied first, so that the bytes grow in place.
      part = .none
      guard text.count + bytes.byteCount <= Self.textLimit else {
        throw RouteQuery.invalid(name, "The part is too long.")
      }
      bytes.withUnsafeBytes { text.append(contentsOf: $0) }
      part = .text(name: name, bytes: text)
    }
  }

  private func endPart() throws(WoofError) {
    defer { part = .none }
    guard case .text(let name, let bytes) = part else { return }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw RouteQuery.invalid(name, "The part is not UTF-8.")
    }
    switch name {
    case "caption": details.caption = try Caption.checked(text)
    case "fileName": details.fileName = try UploadFileName.checked(text)
    default: details.visibility = try JSONBody.visibility(text)
    }
  }

  private static func error(of error: MultipartFormError) -> WoofError {
    switch error {
    case .wrongContentType: WoofError(.invalidRequest, "The boundary of the form is not one.")
    case .malformed(let reason): WoofError(.invalidRequest, "The form is malformed: \(reason).")
    case .tooLarge(let what, let limit):
      WoofError(
        .invalidRequest, "The form has too much of something: \(what).", details: ["limit": .integer(Int64(limit))])
    case .truncated: WoofError(.invalidRequest, "The form ends before its last boundary.")
    }
  }
}
