// SPDX-License-Identifier: Apache-2.0

import WoofModel

@testable import WoofImages

/// Reads the input as each kind of metadata.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMetadata(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))  // libFuzzer lends the bytes for the call
  var dates: [StatedDate] = []
  if let packet = XMPPacket(bytes) {
    check(packet.annotations)
    dates = packet.originalDates + packet.creationDates
  }
  let records = IPTCRecords(PhotoshopResources.iptc(bytes[...]) ?? bytes[...])
  check(records.annotations)
  if let date = records.originalDate { dates.append(date) }
  _ = StatedDate.moment(of: dates)?.description
  check(PhotoAnnotations(title: ICCProfile(bytes).name))
  checkInflation(bytes)
  var extended = ExtendedXMP()
  extended.take(bytes[...], limit: 1_000)
  _ = extended.packet(named: String(decoding: bytes.prefix(32), as: UTF8.self))
  return 0
}

private func check(_ annotations: PhotoAnnotations) {
  let texts = [annotations.title, annotations.summary, annotations.creator, annotations.copyright]
  for text in texts.compactMap(\.self) + annotations.keywords {
    precondition(!text.isEmpty && text.unicodeScalars.count <= 2_000, "a text is too long or says nothing")
    precondition(!text.unicodeScalars.contains { $0.value < 32 }, "a text has a control character")
  }
  precondition(annotations.keywords.count <= 64, "there are too many keywords")
  if let location = annotations.location {
    precondition(abs(location.latitude) <= 90 && abs(location.longitude) <= 180)
  }
}

private func checkInflation(_ bytes: [UInt8]) {
  let (limit, kept) = (100_000, 1_000)
  let inflation = Inflation(bytes, limit: limit, keeping: kept)
  if case .length(let length) = inflation.outcome {
    precondition(length <= limit, "more was inflated than is allowed")
    precondition(inflation.bytes.count == (length <= kept ? length : 0), "what is kept is not what was inflated")
  }
}
