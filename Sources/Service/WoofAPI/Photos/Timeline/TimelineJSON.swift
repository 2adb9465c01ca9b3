// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// Timelines as JSON.
enum TimelineJSON {
  /// The months of a timeline.
  ///
  /// - Parameter change: The token from which changes of these months can be followed.
  static func bytes(of months: [TimelineMonth], change: ChangeToken) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("months")
    writer.beginArray()
    for month in months { write(month, to: &writer) }
    writer.endArray()
    writer.name("change")
    writer.value(change.rawValue)
    writer.endObject()
    return writer.bytes
  }

  private static func write(_ month: TimelineMonth, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("month")
    writer.value(month.month.description)
    writer.name("count")
    writer.value(month.count)
    writer.name("ratioSum")
    // More digits than a ratio has in its byte say nothing.
    writer.value(JSONValue.number((month.ratioSum * 1000).rounded() / 1000))
    writer.endObject()
  }

  /// Photos of a month, in columns.
  static func bytes(of part: TimelinePart, month: CivilMonth, offset: Int) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("month")
    writer.value(month.description)
    writer.name("offset")
    writer.value(offset)
    writer.name("count")
    writer.value(part.count)
    column("ids", of: part, to: &writer) { $1.value($0.id) }
    column("ratios", of: part, to: &writer) { $1.value(Int($0.ratio.byte)) }
    column("averageColours", of: part, to: &writer) { entry, writer in
      if let colour = entry.averageColour { writer.value(colour) } else { writer.null() }
    }
    writer.endObject()
    return writer.bytes
  }

  private static func column(
    _ name: StaticString, of part: TimelinePart, to writer: inout JSONWriter,
    _ write: (TimelinePart.Entry, inout JSONWriter) -> Void
  ) {
    writer.name(name)
    writer.beginArray()
    for entry in part.entries { write(entry, &writer) }
    writer.endArray()
  }
}
