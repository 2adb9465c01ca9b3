public import WoofModel

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }

  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}
