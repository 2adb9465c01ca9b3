// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

struct XMPTests {
  private static let namespaces = """
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:exif="http://ns.adobe.com/exif/1.0/" \
    xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" \
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
    """

  /// A packet with attributes and content of its description.
  static func packet(_ attributes: String = "", content: String = "", prologue: String = "") -> [UInt8] {
    .text(
      """
      \(prologue)<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \(namespaces)>
      <rdf:Description rdf:about="" \(attributes)>\(content)</rdf:Description>
      </rdf:RDF></x:xmpmeta><?xpacket end="w"?>
      """)
  }

  private func findings(_ packet: [UInt8]) -> PhotoFindings? {
    inspect(SampleJPEG(segments: [(0xE1, .text("http://ns.adobe.com/xap/1.0/\0") + packet)]).bytes).findings
  }

  private func annotations(_ packet: [UInt8]) -> PhotoAnnotations? { findings(packet)?.annotations }

  @Test func `properties are read as attributes and as elements`() {
    let attributes = Self.packet(#"tiff:Make="Woof Optics" aux:SerialNumber='47"11'"#)
    #expect(annotations(attributes)?.camera == PhotoCamera(make: "Woof Optics", serialNumber: "47\"11"))
    let elements = Self.packet(
      content: "<tiff:Make>Woof Optics</tiff:Make>\n<aux:SerialNumber >4711</aux:SerialNumber>")
    #expect(annotations(elements)?.camera == PhotoCamera(make: "Woof Optics", serialNumber: "4711"))
  }

  @Test func `the items of lists are read`() {
    let lists = Self.packet(
      content: """
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Bella</rdf:li><rdf:li xml:lang="de">Belle</rdf:li></rdf:Alt></dc:title>
        <dc:subject><rdf:Bag><rdf:li>dog</rdf:li><rdf:li>snow &amp; ice</rdf:li><rdf:li/></rdf:Bag></dc:subject>
        """)
    #expect(annotations(lists)?.title == "Bella")
    #expect(annotations(lists)?.keywords == ["dog", "snow & ice"])
  }

  @Test func `a location is read in both notations`() {
    let minutes = Self.packet(
      #"exif:GPSLatitude="47,30.0N" exif:GPSLongitude="8,15,0W" exif:GPSAltitude="817/2" exif:GPSAltitudeRef="0""#)
    #expect(annotations(minutes)?.location == PhotoLocation(latitude: 47.5, longitude: -8.25, altitude: 408.5))
  }

  @Test func `a location of zeros is ignored`() {
    let packet = Self.packet(#"exif:GPSLatitude="0,0.0N" exif:GPSLongitude="0,0.0E" tiff:Make="Woof""#)
    #expect(annotations(packet)?.camera?.make == "Woof")
    #expect(annotations(packet)?.location == nil)
  }

  @Test(arguments: ["47N", "47,x N", "47,30.0", "47,1,2,3N", "-47,30.0N", "nan,1N", "inf,1N", "", "99,0.0N"])
  func `a malformed coordinate gives no location`(latitude: String) {
    let packet = Self.packet(#"exif:GPSLatitude="\#(latitude)" exif:GPSLongitude="8,15.0E""#)
    #expect(annotations(packet) != nil)
    #expect(annotations(packet)?.location == nil)
  }

  @Test(arguments: [
    ("2026-05-01T12:00:00.25+02:00", "2026-05-01T10:00:00.250Z"), ("2026-05-01T12:00:00Z", "2026-05-01T12:00:00.000Z"),
    ("2026-05-01T12:00", "2026-05-01T12:00:00.000Z"), ("2026-05-01T12:00-01:30", "2026-05-01T13:30:00.000Z"),
    ("2026-05-01", "2026-05-01T00:00:00.000Z"), ("2026-05", "2026-05-01T00:00:00.000Z"),
    ("1975", "1975-01-01T00:00:00.000Z"), ("T", nil), ("", nil), ("75", nil), ("2026-05T12:00:00", nil),
    ("2026-05-01-01", nil), ("2026-13", nil), ("2026-05-01T", nil), ("2026-02-30T12:00:00", nil),
  ])
  func `a date is read with its offset and fraction`(text: String, moment: String?) {
    #expect(findings(Self.packet(#"exif:DateTimeOriginal="\#(text)""#))?.takenAt?.description == moment)
  }

  @Test func `EXIF has precedence over XMP`() {
    let exif: [UInt8] = .text("Exif\0\0") + SampleTIFF(main: [(0x010F, .text("True Make"))]).bytes
    let xmp: [UInt8] =
      .text("http://ns.adobe.com/xap/1.0/\0") + Self.packet(#"tiff:Make="Other" tiff:Model="Retriever""#)
    let found = inspect(SampleJPEG(segments: [(0xE1, xmp), (0xE1, exif)]).bytes).findings
    #expect(found?.annotations.camera == PhotoCamera(make: "True Make", model: "Retriever"))
  }

  @Test func `prefixes have the meaning that the packet declares`() {
    let renamed = Self.packet(#"xmlns:q="http://ns.adobe.com/tiff/1.0/" q:Make="Woof Optics""#)
    #expect(annotations(renamed)?.camera?.make == "Woof Optics")
    let foreign = Self.packet(#"xmlns:tiff="http://example.com/" tiff:Make="Woof Optics""#)
    #expect(annotations(foreign)?.camera == nil)
  }

  @Test func `values in structures below other properties are skipped`() {
    let nested = Self.packet(
      content: """
        <xmp:Thing><rdf:Bag><rdf:li><rdf:Description tiff:Make="Inner"/></rdf:li></rdf:Bag></xmp:Thing>
        <tiff:Model><xmp:Part>Inner</xmp:Part></tiff:Model>
        """)
    #expect(annotations(nested)?.camera == nil)
  }

  @Test(arguments: [
    "<!DOCTYPE x [<!ENTITY a \"aaaa\">]>", "<!ENTITY a \"b\">", "<a", "<a b>", "<a b=c>", "<a></b>", "</a>", "<",
    "<a b='",
    "<![CDATA[", "<!-- -", "<1 b=\"\"c=\"\">",
  ])
  func `a packet that is malformed or declares entities is not read`(prologue: String) {
    let packet = Self.packet(#"tiff:Make="Woof Optics""#, prologue: prologue)
    #expect(annotations(packet) != nil)
    #expect(annotations(packet)?.camera == nil)
  }

  @Test func `comments, CDATA sections, a byte order mark and padding are skipped`() {
    let content = "<!-- <a> --><tiff:Make><![CDATA[Woof <Optics>]]></tiff:Make>"
    let packet = [0xEF, 0xBB, 0xBF] + Self.packet(content: content) + [UInt8](repeating: 0, count: 20)
    #expect(annotations(packet)?.camera?.make == "Woof <Optics>")
  }

  @Test func `character references are resolved, and unknown ones are kept`() {
    let packet = Self.packet(#"tiff:Make="&#66;&#x65;&lt;&gt;&quot;&apos;&amp;&what;&#xD800;&#99999999999;&""#)
    #expect(annotations(packet)?.camera?.make == #"Be<>"'&&what;&#xD800;&#99999999999;&"#)
  }

  @Test func `elements nested too deeply are not read`() {
    let packet = Self.packet(#"tiff:Make="Woof""#, content: String(repeating: "<a>", count: 20_000))
    #expect(annotations(packet)?.camera == nil)
  }

  @Test func `a packet cut or damaged anywhere is no fault`() {
    let packet = Self.packet(#"tiff:Make="Woof" exif:GPSLatitude="1,1N""#, content: "<dc:title><rdf:Alt/></dc:title>")
    for index in packet.indices {
      #expect(findings(Array(packet.prefix(index))) != nil)
      #expect(findings(packet.replacing(at: index, with: [0x3C])) != nil)
    }
  }

  @Test func `an extended packet in several segments is read if the first names it`() {
    let identifier = String(repeating: "0123456789ABCDEF", count: 2)
    let extended = Self.packet(#"tiff:Model="Retriever""#)
    func part(_ range: Range<Int>) -> (UInt8, [UInt8]) {
      let head: [UInt8] = .text("http://ns.adobe.com/xmp/extension/\0" + identifier)
      return (0xE1, head + .big32(extended.count) + .big32(range.lowerBound) + extended[range])
    }
    func model(_ named: String, _ parts: [(UInt8, [UInt8])]) -> String? {
      let note = #"xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="\#(named)""#
      let main: [UInt8] = .text("http://ns.adobe.com/xap/1.0/\0") + Self.packet(note)
      return inspect(SampleJPEG(segments: [(0xE1, main)] + parts).bytes).findings?.annotations.camera?.model
    }
    let parts = [part(0..<100), part(100..<extended.count)]
    #expect(model(identifier, parts) == "Retriever")
    #expect(model(String(identifier.reversed()), parts) == nil)
    #expect(model(identifier, [parts[0]]) == nil)
    #expect(model(identifier, parts.reversed()) == nil)
  }

  @Test func `PNG, WebP and HEIF packets are read`() {
    let packet = Self.packet(#"tiff:Make="Woof Optics""#)
    let plain: [UInt8] = .text("XML:com.adobe.xmp\0") + [0, 0, 0, 0] + packet
    let compressed: [UInt8] = .text("XML:com.adobe.xmp\0") + [1, 0, 0, 0] + SamplePNG.stored(packet)
    var webP = SampleWebP.extended()
    webP.chunks.append(("XMP ", packet))
    var heif = SampleHEIF.grid()
    heif.items.append(SampleHEIF.Item(type: "mime", properties: [], data: packet, mediaType: "application/rdf+xml"))
    heif.references.append(("cdsc", 9, [7]))
    let files = [
      SamplePNG(before: [("iTXt", plain)]).bytes, SamplePNG(after: [("iTXt", compressed)]).bytes, webP.bytes,
      heif.bytes,
    ]
    for file in files { #expect(inspect(file).findings?.annotations.camera?.make == "Woof Optics") }
  }
}
