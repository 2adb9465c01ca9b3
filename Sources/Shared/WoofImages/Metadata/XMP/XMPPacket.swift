// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// The properties of an XMP packet (ISO 16684-1) that are kept; all others are passed over.
struct XMPPacket {
  private var values: [XMPProperty: [String]] = [:]

  /// The bytes before a packet in JPEG files: the URI of the namespace and a zero.
  static let mark: [UInt8] = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

  private static let mostValues = 64

  /// Reads a packet; `nil` where it is not well formed.
  init?(_ bytes: [UInt8]) {
    var scanner = XMLScanner(bytes)
    var reader = XMPReader()
    do throws(XMLScanner.Fault) {
      while let part = try scanner.next() {
        for (property, value) in try reader.take(part) { add(value, to: property) }
      }
    } catch {
      return nil
    }
  }

  /// The first value of a property.
  func first(_ property: XMPProperty) -> String? { values[property]?.first }

  /// All values of a property.
  func all(_ property: XMPProperty) -> [String] { values[property] ?? [] }

  private mutating func add(_ value: String, to property: XMPProperty) {
    guard let value = MetadataText.cleaned(value), values[property, default: []].count < Self.mostValues else { return }
    values[property, default: []].append(value)
  }

  /// The dates at which the picture was made, first as the camera states it, then as a person does.
  var originalDates: [StatedDate] { dates([.dateTimeOriginal, .dateCreated]) }

  /// The dates at which its file was made; that of a scanned picture is later than the picture.
  var creationDates: [StatedDate] { dates([.createDate]) }

  private func dates(_ properties: [XMPProperty]) -> [StatedDate] {
    properties.compactMap { first($0).flatMap { StatedDate(xmp: $0) } }
  }

  /// The camera, location, title, summary, creator, copyright notice and keywords that the properties state.
  var annotations: PhotoAnnotations {
    let camera = PhotoCamera(
      make: first(.make), model: first(.model), serialNumber: first(.serialNumber), lens: first(.lens),
      lensSerialNumber: first(.lensSerialNumber))
    return PhotoAnnotations(
      camera: camera.isEmpty ? nil : camera, location: location, title: first(.title), summary: first(.summary),
      creator: first(.creator), copyright: first(.copyright), keywords: values[.keywords] ?? [])
  }

  private var location: PhotoLocation? {
    guard let latitude = first(.latitude).flatMap({ XMPCoordinate.degrees($0, negative: "S", positive: "N") }),
      let longitude = first(.longitude).flatMap({ XMPCoordinate.degrees($0, negative: "W", positive: "E") })
    else { return nil }
    let isBelowSea = first(.altitudeReference) == "1"
    let altitude = first(.altitude).flatMap(XMPCoordinate.fraction).map { isBelowSea ? -$0 : $0 }
    return PhotoLocation(measuredLatitude: latitude, longitude: longitude, altitude: altitude)
  }
}

/// Coordinates of XMP, as in `47,22.65N` or `47,22,39N`, and fractions, as in `4084/10`.
enum XMPCoordinate {
  static func degrees(_ text: String, negative: Character, positive: Character) -> Double? {
    guard let side = text.last, side == negative || side == positive else { return nil }
    let parts = text.dropLast().split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    guard (2...3).contains(parts.count), numbers.count == parts.count, numbers.allSatisfy({ $0.isFinite && $0 >= 0 })
    else { return nil }
    let degrees = numbers[0] + numbers[1] / 60 + (numbers.count > 2 ? numbers[2] / 3600 : 0)
    return side == negative ? -degrees : degrees
  }

  static func fraction(_ text: String) -> Double? {
    let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map { Double($0) }
    switch (parts.count, parts.first ?? nil, parts.last ?? nil) {
    case (1, let number?, _): return number
    case (2, let numerator?, let denominator?) where denominator != 0: return numerator / denominator
    default: return nil
    }
  }
}
