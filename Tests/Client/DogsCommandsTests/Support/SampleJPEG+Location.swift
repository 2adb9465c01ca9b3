// SPDX-License-Identifier: Apache-2.0

@testable import TestKit
@testable import TestPictures

extension SampleJPEG {
  /// A picture that tells where it was taken.
  static func located(_ comment: String) -> [UInt8] {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,30.0N" \
      exif:GPSLongitude="13,24.0E"/></rdf:RDF></x:xmpmeta>
      """
    let segment = [UInt8].text("http://ns.adobe.com/xap/1.0/\0") + Array(packet.utf8)
    return SampleJPEG(segments: [(0xE1, segment), (0xFE, .text(comment))]).bytes
  }
}
