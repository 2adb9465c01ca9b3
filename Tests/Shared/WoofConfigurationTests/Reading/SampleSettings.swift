// SPDX-License-Identifier: Apache-2.0

import WoofConfiguration

/// A configuration with every kind of value.
struct SampleSettings: ConfigurationSection, Equatable {
  var name: String
  var isLoud: Bool
  var format: SampleFormat
  var certificate: String?
  var hosts: [String]
  var http: SampleHTTP
  var mirrors: [SampleMirror]

  init(from reader: inout ConfigurationReader) {
    name = reader.value("name", .string, default: "woof", "What the service calls itself.")
    isLoud = reader.value("loud", .boolean, default: false, "Whether it barks.")
    format = reader.value("format", .choice(), default: .automatic, "How log lines look.")
    certificate = reader.value("certificate", .optional(.string), default: nil, "The certificate's file.")
    hosts = reader.value("hosts", .list(of: .string), default: ["localhost"], "The names it answers to.")
    http = reader.section("http", "The HTTP service.")
    mirrors = reader.sections("mirrors", "Other services that are kept in step.")
    if certificate != nil, hosts.isEmpty { reader.refuse("hosts", because: "a certificate needs a host") }
  }
}

enum SampleFormat: String, CaseIterable {
  case automatic, logfmt, json
}

struct SampleHTTP: ConfigurationSection, Equatable {
  var connections: Int
  var body: ByteCount
  var idle: Duration

  init(from reader: inout ConfigurationReader) {
    connections = reader.value(
      "connections", .integer(in: 1...1_000_000), default: 10_000,
      "How many connections may be open at once, over all addresses and loops; one more is closed as soon as it opens.")
    body = reader.value(
      "body", .byteCount(in: .bytes(0)...(.gigabytes(10))), default: .megabytes(50), "How large a body may be.")
    idle = reader.value(
      "idle", .duration(in: .seconds(1)...(.seconds(3600))), default: .seconds(75), "How long a connection may rest.")
  }
}

struct SampleMirror: ConfigurationSection, Equatable {
  var address: String

  init(from reader: inout ConfigurationReader) {
    address = reader.value("address", .string, default: "", "Where it is | was.")
  }
}

/// Reads a sample configuration.
func sample(
  _ text: String, overrides: [ConfigurationOverride] = []
) throws(ConfigurationError) -> EffectiveConfiguration<SampleSettings> {
  try EffectiveConfiguration(text: text, source: "woof.json5", overrides: overrides) { SampleSettings(from: &$0) }
}
