internal import WoofModel

/// Writes problem documents (RFC 9457) as the service writes them.
enum ProblemWriter {
  static func document(
    _ name: String, status: Int, title: String, detail: String, members: [(name: String, value: Int)] = []
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("type")
    writer.value(WoofError.Code.typePrefix + name)
    writer.name("title")
    writer.value(title)
    writer.name("status")
    writer.value(status)
    writer.name("detail")
    writer.value(detail)
    for (name, value) in members {
      writer.name(name)
      writer.value(value)
    }
    writer.endObject()
    return writer.bytes
  }
}
