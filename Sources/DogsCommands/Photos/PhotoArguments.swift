import WoofCommandLine
import WoofModel

/// Ids of photos on a command line.
enum PhotoArguments {
  /// Declares and reads one id.
  static func one(from reader: inout ArgumentReader) -> PhotoID? {
    read(reader.argument("ID", "The photo's id, as dogs list shows it."), from: &reader)
  }

  /// Declares and reads any number of ids.
  static func any(from reader: inout ArgumentReader, _ documentation: String) -> [PhotoID] {
    reader.arguments("ID", documentation).compactMap { read($0, from: &reader) }
  }

  private static func read(_ text: String, from reader: inout ArgumentReader) -> PhotoID? {
    guard !text.isEmpty else { return nil }
    let id = PhotoID(text)
    if id == nil { reader.refuse(because: "‘\(text.printable)’ is no id of a photo; see: dogs list") }
    return id
  }
}
