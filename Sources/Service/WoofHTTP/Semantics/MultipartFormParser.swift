/// Reads a form that comes in pieces (`multipart/form-data`, RFC 7578), and hands on the data of its parts without
/// copying it.
///
///     var parser = try MultipartFormParser(contentType: type)
///     while let chunk = try await body.next() {
///       try chunk.withBytes { bytes in
///         var offset = 0
///         while let event = try parser.next(in: bytes, from: &offset) { … }
///       }
///     }
///     try parser.finish()
///
/// Lines end with CR LF only. What stands before the first boundary and after the last one is passed over.
public struct MultipartFormParser: Sendable {
  /// Something that the parser has come upon.
  public enum Event: Sendable {
    /// A part begins.
    case part(MultipartFormPart)
    /// The bytes in the range belong to the data of the part.
    case data(Range<Int>)
    /// These bytes of an earlier piece belong to the data of the part: they might have been the start of a boundary.
    case heldData(ArraySlice<UInt8>)
    /// The part has ended.
    case partEnd
    /// The form has ended.
    case end
  }

  enum State {
    /// Before the first boundary.
    case preamble
    /// After a boundary.
    case boundaryEnd
    /// After a boundary and a hyphen.
    case closingHyphen
    /// After a boundary and spaces, which mean nothing.
    case padding
    case boundaryLineFeed
    case fields
    case data
    case ended
  }

  let limits: MultipartFormLimits
  /// The bytes that end the data of a part: a line end, two hyphens and the boundary.
  let delimiter: [UInt8]
  var state = State.preamble
  /// The number of the delimiter's bytes that have been seen at the end of the last piece.
  var matchedCount = 2
  /// The number of them that stand for a line end that belongs to what came before: at the start of a form and of the
  /// data of a part, a delimiter may do without its own.
  var impliedCount = 2
  var preambleCount = 0
  var partCount = 0
  var header: [UInt8] = []

  /// Makes a parser of a form with that content type.
  ///
  /// - Throws: ``MultipartFormError/wrongContentType``.
  public init(
    contentType: HTTPMediaType, limits: MultipartFormLimits = MultipartFormLimits()
  ) throws(MultipartFormError) {
    guard contentType.essence == "multipart/form-data", let boundary = contentType["boundary"],
      (1...70).contains(boundary.utf8.count), boundary.utf8.last != UInt8(ascii: " "),
      boundary.utf8.allSatisfy(ASCIISet.boundary.contains)
    else { throw .wrongContentType }
    self.limits = limits
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  /// The next event in a piece of the form, of which everything before `offset` has been seen; `nil` where the rest of
  /// the piece has been seen too. The parser moves `offset`.
  ///
  /// - Throws: ``MultipartFormError``; nothing more can be read then.
  public mutating func next(in bytes: RawSpan, from offset: inout Int) throws(MultipartFormError) -> Event? {
    while offset < bytes.byteCount {
      let event: Event? =
        switch state {
        case .preamble: try passPreamble(bytes, &offset)
        case .data: passData(bytes, &offset)
        case .fields: try takeFields(bytes, &offset)
        case .boundaryEnd, .closingHyphen, .padding, .boundaryLineFeed: try takeBoundaryEnd(bytes, &offset)
        case .ended: passEpilogue(bytes, &offset)
        }
      if let event { return event }
    }
    return nil
  }

  /// Says that no further piece comes.
  ///
  /// - Throws: ``MultipartFormError/truncated`` where the form has not ended.
  public func finish() throws(MultipartFormError) {
    guard case .ended = state else { throw .truncated }
  }

  private func passEpilogue(_ bytes: RawSpan, _ offset: inout Int) -> Event? {
    offset = bytes.byteCount
    return nil
  }
}

extension ASCIISet {
  /// The bytes of boundaries (RFC 2046 §5.1.1).
  static let boundary = ASCIISet(low: 0xA7FF_FB81_0000_0000, high: 0x07FF_FFFE_87FF_FFFE)
}
