// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofConfiguration

@Suite struct `Rendering a configuration` {
  private let text = """
    {name: 'a "dog"', format: 'json', certificate: 'c', hosts: ['é', '\\n'], loud: true,
     http: {connections: 7, body: '16 KiB', idle: '90s'}, mirrors: [{address: 'x'}, {}]}
    """

  @Test(arguments: [true, false])
  func `a printed configuration parses as the same configuration`(isEmpty: Bool) throws {
    let original = try sample(isEmpty ? "{}" : text)
    #expect(try sample(original.rendered()).root == original.root)
  }

  @Test func `every key is printed with its documentation, terms and value`() throws {
    let override = ConfigurationOverride(option: "--idle", path: ["http", "idle"], text: "4s")
    let lines = try sample("{http: {body: 7}}", overrides: [override]).rendered()
    #expect(
      lines.contains(
        """
          // The HTTP service.
          http: {
            // How many connections may be open at once, over all addresses and loops; one more is closed as
            // soon as it opens.
            // (integer; 1 … 1000000; default)
            connections: 10000,

            // How large a body may be.
            // (byte count; 0 B … 10 GB; changed; default "50 MB")
            body: "7 B",

            // How long a connection may rest.
            // (duration; 1s … 1h; set by --idle; default "75s")
            idle: "4s",
          },

          // Other services that are kept in step.
          // A list of sections with address.
          mirrors: [],
        }

        """))
  }

  @Test func `a key that is not an identifier is printed in quotes`() throws {
    let configuration = try EffectiveConfiguration { reader in
      reader.section("storage.sqlite", "The store.") {
        $0.value("readers", .integer(in: 1...9), default: 2, "Readers.")
      }
    }
    #expect(configuration.rendered().contains("\n  \"storage.sqlite\": {\n"))
  }

  @Test func `the reference has a table for each section and the shape of each list`() throws {
    let reference = try sample("{}").reference()
    #expect(
      reference.hasPrefix("| key | kind | default | allowed | what it is for |\n|---|---|---|---|---|\n| `name` |"))
    #expect(reference.contains("\n## `http`\n\nThe HTTP service.\n\n| key |"))
    #expect(reference.contains("\n| `idle` | duration | `\"75s\"` | 1s … 1h | How long a connection may rest. |\n"))
    #expect(reference.contains("\n## `mirrors[]`\n"))
    #expect(reference.hasSuffix("| `address` | string | `\"\"` | any | Where it is \\| was. |\n"))
  }
}
