// SPDX-License-Identifier: Apache-2.0

import WoofConfiguration
import WoofModel
import WoofStorage
import WoofTerminal

/// Renders the findings of a check and the outcome of a repair, as text or as JSON.
enum CheckRendering {
  /// The forms in which stores keep blobs.
  enum BlobForm: String {
    case files
    case objects

    /// The line for blobs that could not be repaired.
    fileprivate var remedy: String {
      switch self {
      case .files: "restore what could not be repaired from a backup\n"
      case .objects: "photos come back when they are uploaded again; what else could not be repaired, from a backup\n"
      }
    }
  }

  /// A report as text.
  static func text(_ report: StoreReport, _ form: BlobForm) -> String {
    var text = lines("", report.findings)
    if report.omittedCount > 0 { text += "and \(report.omittedCount) more of these\n" }
    text += "\(report.blobCount) blobs of \(ByteCount.bytes(report.blobByteCount).short) \(work(report.depth)), "
    text +=
      report.isSound
      ? soundness(report.depth) : "\(report.findings.count + report.omittedCount) things are wrong\n"
    if report.orphanCount > 0 {
      text += "\(report.orphanCount) \(form) that no photo needs; the service removes them by itself\n"
    }
    return text
  }

  /// The outcome of a repair, as text.
  static func text(_ outcome: StoreRepair.Outcome, _ form: BlobForm) -> String {
    var text = lines("repaired: ", outcome.repaired)
    if outcome.returnedCount > 0 { text += "\(outcome.returnedCount) blobs came back from the backup\n" }
    if outcome.forgottenVariantCount > 0 {
      text +=
        "\(outcome.forgottenVariantCount) variants whose bytes are gone were forgotten; the service makes them anew\n"
    }
    if outcome.removedOrphanCount > 0 {
      text += "\(outcome.removedOrphanCount) files that no photo needs were removed\n"
    }
    return text + lines("not repaired: ", outcome.after.findings)
      + (outcome.after.isSound ? soundness(outcome.after.depth) : form.remedy)
  }

  /// A report as a JSON object.
  static func json(_ report: StoreReport, of place: StorePlaceOption.Place) -> String {
    JSONObject.line { writer in
      place.write(to: &writer)
      write(report, to: &writer)
    }
  }

  /// The outcome of a repair, as a JSON object.
  static func json(_ outcome: StoreRepair.Outcome, of place: StorePlaceOption.Place) -> String {
    JSONObject.line { writer in
      place.write(to: &writer)
      write(outcome.after, to: &writer)
      write("repaired", outcome.repaired, to: &writer)
      writer.name("returnedCount")
      writer.value(outcome.returnedCount)
      writer.name("forgottenVariantCount")
      writer.value(outcome.forgottenVariantCount)
      writer.name("removedOrphanCount")
      writer.value(outcome.removedOrphanCount)
    }
  }

  private static func work(_ depth: StoreCheck.Depth) -> String {
    depth == .bytes ? "checked" : "compared by their lengths"
  }

  /// Returns the line for a check that found nothing, which vouches only for what was looked at.
  private static func soundness(_ depth: StoreCheck.Depth) -> String {
    switch depth {
    case .bytes: "all is sound\n"
    case .lengths: "records and lengths are sound; no bytes were read\n"
    case .records: "records are sound; no blobs were looked at\n"
    }
  }

  private static func lines(_ prefix: String, _ findings: [StoreCheck.Finding]) -> String {
    findings.map { "\(prefix)\($0)\n" }.joined()
  }

  private static func write(_ report: StoreReport, to writer: inout JSONWriter) {
    writer.name("depth")
    writer.value(report.depth.rawValue)
    writer.name("isSound")
    writer.value(report.isSound)
    writer.name("blobCount")
    writer.value(report.blobCount)
    writer.name("blobByteCount")
    writer.value(report.blobByteCount)
    writer.name("orphanCount")
    writer.value(report.orphanCount)
    write("findings", report.findings, to: &writer)
    writer.name("omittedCount")
    writer.value(report.omittedCount)
    writer.name("quarantined")
    writer.beginArray()
    for digest in report.quarantined { writer.value(digest) }
    writer.endArray()
  }

  private static func write(_ name: StaticString, _ findings: [StoreCheck.Finding], to writer: inout JSONWriter) {
    writer.name(name)
    writer.beginArray()
    for finding in findings {
      writer.beginObject()
      writer.name("rule")
      writer.value(finding.rule)
      writer.name("subject")
      writer.value(finding.subject)
      writer.endObject()
    }
    writer.endArray()
  }
}
