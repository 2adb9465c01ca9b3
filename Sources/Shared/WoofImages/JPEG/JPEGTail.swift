/// The bytes that follow the end marker of a JPEG file.
///
/// Cameras and phones append previews, gain maps (CIPA DC-007, ISO 21496-1), films and notes of their own, and not all
/// of them announce that in the picture. So every tail is accepted unless it begins like an archive, a document, a
/// program or markup.
struct JPEGTail {
  private var prefix: [UInt8] = []
  private var isJudged = false

  mutating func see(_ run: RawSpan, at offset: Int) throws(StructureFault) {
    guard !isJudged else { return }
    let start = offset - prefix.count
    run.extracting(first: min(run.byteCount, ForeignFormat.longestSignature - prefix.count)).append(to: &prefix)
    if prefix.count == ForeignFormat.longestSignature { try judge(at: start) }
  }

  mutating func finish(byteCount: Int) throws(StructureFault) {
    if !isJudged { try judge(at: byteCount - prefix.count) }
  }

  private mutating func judge(at start: Int) throws(StructureFault) {
    isJudged = true
    if let format = ForeignFormat.recognise(prefix), format.isActive {
      throw StructureFault("\(format.name) follows the end of the picture", at: start)
    }
  }
}
