import WoofCommandLine
import WoofModel
import WoofTerminal

/// What became of one of several photos, as one that was to be uploaded or downloaded: a line of output.
struct TransferResult: Hashable, Sendable {
  enum Status: Hashable, Sendable {
    /// It went over.
    case done
    /// The same bytes were there already.
    case present
    case failed(FailureReport)
  }

  /// The file on this machine; `nil` where it is not known.
  var file: String?
  /// The photo; `nil` where there is none yet.
  var id: PhotoID?
  var digest: Digest?
  var status: Status

  var failure: FailureReport? {
    guard case .failed(let report) = status else { return nil }
    return report
  }

  /// As one line of JSON.
  ///
  /// - Parameter done: The word for what went over.
  func json(done: String) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("status")
    writer.value(word(done: done))
    if let file {
      writer.name("file")
      writer.value(file)
    }
    if let id {
      writer.name("id")
      writer.value(id)
    }
    if let digest {
      writer.name("digest")
      writer.value(digest)
    }
    failure?.write(to: &writer)
    writer.endObject()
    writer.newline()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// As a line for somebody to read.
  func text(done: String) -> String {
    let names = [file?.printable, id?.description].compactMap(\.self).joined(separator: "  ")
    let width = max(done.count, "present".count)
    return "\(word(done: done).padded(toWidth: width))  \(names)\(failure.map { ": \($0.message)" } ?? "")\n"
  }

  private func word(done: String) -> String {
    switch status {
    case .done: done
    case .present: "present"
    case .failed: "failed"
    }
  }
}
