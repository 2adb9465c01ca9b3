// SPDX-License-Identifier: Apache-2.0

/// Finds the values of properties among the tags of a packet, which are RDF (ISO 16684-1 §7).
///
/// A property is an attribute or a child of a description right below the root of the RDF; the values of one that has
/// several are the items of its list. What lies in structures below other properties is passed over.
struct XMPReader {
  private struct Element {
    var name: Substring
    var kind: Kind
    var text = ""
  }

  private enum Kind: Equatable {
    case outside, root, description, property(XMPProperty), list(XMPProperty), item(XMPProperty), passedOver
  }

  private var namespaces: [Substring: String] = [:]
  private var elements: [Element] = []

  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  private static let greatestDepth = 64
  private static let mostNamespaces = 128
  private static let longestText = 16_384

  /// Takes the next part, and gives the values that it ends.
  mutating func take(_ part: XMLScanner.Part) throws(XMLScanner.Fault) -> [(XMPProperty, String)] {
    switch part {
    case .text(let text):
      if let last = elements.indices.last, elements[last].text.utf8.count + text.utf8.count <= Self.longestText {
        elements[last].text += text
      }
      return []
    case .start(let name, let attributes, let isWhole):
      guard elements.count < Self.greatestDepth else { throw XMLScanner.Fault() }
      for (name, value) in attributes where name.hasPrefix("xmlns:") && namespaces.count < Self.mostNamespaces {
        namespaces[name.dropFirst(6)] = value
      }
      let element = Element(name: name, kind: kind(of: name))
      elements.append(element)
      let values = element.kind == .description ? properties(among: attributes) : []
      return isWhole ? values + (try end(name)) : values
    case .end(let name):
      return try end(name)
    }
  }

  private mutating func end(_ name: Substring) throws(XMLScanner.Fault) -> [(XMPProperty, String)] {
    guard let element = elements.popLast(), element.name == name else { throw XMLScanner.Fault() }
    switch element.kind {
    case .property(let property), .item(let property): return [(property, element.text)]
    default: return []
    }
  }

  private func properties(among attributes: [(name: Substring, value: String)]) -> [(XMPProperty, String)] {
    attributes.compactMap { attribute in property(attribute.name).map { ($0, attribute.value) } }
  }

  private func kind(of name: Substring) -> Kind {
    let (namespace, local) = resolved(name)
    switch elements.last?.kind ?? .outside {
    case .outside: return namespace == Self.rdf && local == "RDF" ? .root : .outside
    case .root: return namespace == Self.rdf && local == "Description" ? .description : .passedOver
    case .description: return property(name).map { .property($0) } ?? .passedOver
    case .property(let property):
      return namespace == Self.rdf && ["Alt", "Bag", "Seq"].contains(local) ? .list(property) : .passedOver
    case .list(let property): return namespace == Self.rdf && local == "li" ? .item(property) : .passedOver
    case .item, .passedOver: return .passedOver
    }
  }

  private func property(_ name: Substring) -> XMPProperty? {
    let (namespace, local) = resolved(name)
    return namespace.flatMap { XMPProperty(local, in: $0) }
  }

  private func resolved(_ name: Substring) -> (namespace: String?, local: Substring) {
    guard let colon = name.firstIndex(of: ":") else { return (nil, name) }
    return (namespaces[name[..<colon]], name[name.index(after: colon)...])
  }
}
