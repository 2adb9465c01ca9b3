// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import WoofPlugins

struct ParameterSchemaTests {
  private static let schema: JSONValue = [
    "type": "object", "required": ["size"],
    "properties": [
      "size": ["type": "integer", "minimum": 1, "maximum": 10], "mood": ["enum": ["good", "bad"]],
      "names": ["type": "array", "items": ["type": "string", "maxLength": 3], "maxItems": 2],
      "share": ["type": "number", "minimum": 0],
    ],
  ]

  @Test(
    arguments: [
      ["size": 1], ["size": 10, "mood": "bad"], ["size": 3, "names": ["a", "abc"]], ["size": 3, "share": 1],
      ["size": 3, "share": .number(0.5)],
    ] as [JSONValue])
  func `parameters that satisfy the schema are accepted`(parameters: JSONValue) throws {
    try ParameterSchema(Self.schema).validate(parameters)
  }

  @Test(
    arguments: [
      ([:], "size is missing"), (["size": 0], "at least 1"), (["size": 11], "at most 10"), (["size": "1"], "integer"),
      (["size": .number(1.5)], "integer"), (["size": 1, "mood": "odd"], "\"good\", \"bad\""),
      (["size": 1, "names": ["long!"]], "names[0]"), (["size": 1, "names": ["a", "b", "c"]], "at most 2 elements"),
      (["size": 1, "siez": 2], "siez is not known; there are mood, names, share, size"), ([1], "object"),
    ] as [(JSONValue, String)])
  func `invalid parameters are named with the allowed values`(parameters: JSONValue, words: String) throws {
    let schema = try ParameterSchema(Self.schema)
    let error = #expect(throws: PluginError.self) { try schema.validate(parameters) }
    #expect(error?.code == .parameters && error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test(
    arguments: [
      ["patternProperties": [:]], ["type": "dog"], ["properties": ["a": ["oneOf": []]]],
      ["minItems": 5, "maxItems": 2],
      ["additionalProperties": [:]], [true],
    ] as [JSONValue])
  func `a schema that could not be checked completely is refused`(schema: JSONValue) {
    #expect(throws: PluginError.self) { try ParameterSchema(schema) }
  }
}
