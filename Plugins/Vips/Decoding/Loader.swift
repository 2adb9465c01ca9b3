import CVips

/// What reads a file.
enum Loader {
  case jpeg, webp, other

  /// Finds what reads a file by its first bytes, among what may.
  ///
  /// - Throws: ``VipsFault`` where nothing does.
  init(of bytes: UnsafeRawBufferPointer) throws(VipsFault) {
    guard let name = woof_vips_loader(bytes.baseAddress, bytes.count) else { throw VipsFault() }
    self =
      switch String(cString: name) {
      case let name where name.hasPrefix("VipsForeignLoadJpeg"): .jpeg
      case let name where name.hasPrefix("VipsForeignLoadWebp"): .webp
      default: .other
      }
  }

  /// The options by which it shrinks a picture while it decodes it; the rest is cheaper then, and no worse.
  func options(shrink: Int) -> String {
    switch self {
    case _ where shrink == 1: ""
    case .jpeg: ",shrink=\(shrink)"
    case .webp: ",scale=\(1 / Double(shrink))"
    case .other: ""
    }
  }
}
