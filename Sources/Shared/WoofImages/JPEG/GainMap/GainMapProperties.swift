/// The properties of a gain map in an XMP packet, without the packet's other properties.
struct GainMapProperties {
  private let values: [(property: GainMapProperty, values: [String])]

  /// The most values of one property: one for each colour.
  private static let mostValues = 3
  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  private static let container = "http://ns.google.com/photos/1.0/container/"

  /// Reads a packet; `nil` if it has no property of a gain map.
  init?(_ packet: XMPPacket) {
    values = GainMapProperty.all.compactMap { property in
      let values = packet.all(.gainMap(property))
      guard (1...Self.mostValues).contains(values.count), values.allSatisfy(GainMapProperty.accepts) else { return nil }
      return (property, values)
    }
    if values.isEmpty { return nil }
  }

  /// Returns a packet with the same properties of the gain map, and nothing else.
  ///
  /// - Parameter length: The length in bytes of the gain map that follows the picture, where it is the packet of the
  ///   picture itself.
  func packet(announcing length: Int?) -> [UInt8] {
    var namespaces: [String] = []
    for (property, _) in values {
      let declaration = #"xmlns:\#(property.prefix)="\#(property.namespace)""#
      if !namespaces.contains(declaration) { namespaces.append(declaration) }
    }
    if length != nil {
      namespaces += [#"xmlns:Container="\#(Self.container)""#, #"xmlns:Item="\#(Self.container)item/""#]
    }
    let attributes = values.filter { $0.values.count == 1 }.map { #"\#(Self.name($0.property))="\#($0.values[0])""# }
    let lists = values.filter { $0.values.count > 1 }.map { property, values in
      let items = values.map { "<rdf:li>\($0)</rdf:li>" }.joined()
      return "<\(Self.name(property))><rdf:Seq>\(items)</rdf:Seq></\(Self.name(property))>"
    }
    let content = lists.joined() + (length.map(Self.directory) ?? "")
    let head = (["rdf:about=\"\""] + namespaces + attributes).joined(separator: " ")
    return Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(Self.rdf)">\
      <rdf:Description \(head)>\(content)</rdf:Description></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  private static func name(_ property: GainMapProperty) -> String { "\(property.prefix):\(property.name)" }

  /// The pictures of the file, as Android looks for them.
  private static func directory(_ length: Int) -> String {
    let items = [
      #"Item:Semantic="Primary" Item:Mime="image/jpeg""#,
      #"Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="\#(length)""#,
    ].map { #"<rdf:li rdf:parseType="Resource"><Container:Item \#($0)/></rdf:li>"# }
    return "<Container:Directory><rdf:Seq>\(items.joined())</rdf:Seq></Container:Directory>"
  }
}
