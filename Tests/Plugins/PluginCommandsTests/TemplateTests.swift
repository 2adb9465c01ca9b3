// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PluginCommands
@testable import TestKit

struct TemplateTests {
  @Test(arguments: [
    ("rex", "Rex"), ("dog-colour", "DogColour"), ("a1-2b", "A12b"), ("Rex", nil), ("", nil), ("-rex", nil),
    ("rex-", nil),
    ("a--b", nil), ("1rex", nil), ("rex/..", nil), ("réx", nil), (String(repeating: "a", count: 65), nil),
  ])
  func `the name of a plugin gives the name of its module`(name: String, module: String?) {
    #expect(PluginTemplate.moduleName(for: name) == module)
  }

  @Test(arguments: PluginTemplate.Language.allCases)
  func `a package is written with its names filled in, and never over another one`(
    language: PluginTemplate.Language
  ) throws {
    let folder = try TemporaryFolder()
    let template = try #require(PluginTemplate(name: "dog-colour", language: language))
    let paths = try template.write(to: folder.path("dog-colour"))
    #expect(paths.count == template.files.count)
    for path in paths { #expect(!(try Repository.text(at: path)).contains("@" + "NAME@"), "\(path)") }
    #expect(try Repository.text(at: folder.path("dog-colour/manifest.json")).contains("libDogColour.so"))
    #expect(throws: (any Error).self) { try template.write(to: folder.path("dog-colour")) }
  }

  @Test func `the guide and a package's README link the Swift runtime statically`() throws {
    // Without it, an installed service, which has none beside it, could not load the plugin.
    let line = "\nswift build -c release -Xswiftc -static-stdlib\n"
    #expect(try Repository.text(of: "Documentation/plugins.md").contains(line))
    for language in PluginTemplate.Language.allCases {
      let files = try #require(PluginTemplate(name: "rex", language: language)).files
      #expect(files.contains { $0.path == "README.md" && $0.text.contains(line) })
    }
  }

  @Test(arguments: PluginTemplate.Language.allCases)
  func `the README of a package says how the plugin is installed`(language: PluginTemplate.Language) throws {
    let template = try #require(PluginTemplate(name: "dog-colour", language: language))
    let readme = try #require(template.files.first { $0.path == "README.md" }?.text)
    for words in [
      "\numask 022\n", "\nsudo install -m 644 .build/release/libDogColour.so .build/release/libDogColour.json ",
      "/usr/lib/woof/plugins/\n", "\nwoof plugin list\n", "{ plugin: \"dog-colour\" }", "`pictures.chain`",
      "systemctl reload woof",
    ] { #expect(readme.contains(words), "\(words)") }
  }

  @Test func `a package in Swift contains the whole kit`() throws {
    let kit = Repository.root.appending(path: "Sources/Plugins/WoofPluginKit")
    let names = try FileManager.default.subpathsOfDirectory(atPath: kit.path).filter { $0.hasSuffix(".swift") }
    let files = try #require(PluginTemplate(name: "rex", language: .swift)).files
    let prefix = "Kit/WoofPluginKit/"
    let packed = files.map(\.path).filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    #expect(packed.sorted() == names.sorted(), "name the files in CPluginTemplates.c")
  }
}
