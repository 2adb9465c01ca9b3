// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofCore
import WoofModel
import WoofPlugins

@testable import PluginCommands
@testable import TestKit

/// The plugins of this package, sealed and run in the sandbox as the service does.
struct ShippedPluginTests {
  /// A plugin as it was built, in a folder of its own with its manifest.
  private static func seal(_ library: String, _ source: String, in folder: TemporaryFolder) throws -> Plugin {
    let manifest = Repository.root.appending(path: "Plugins/\(source)/manifest.json").path
    return try SealedPlugin.make(Program.built("\(library).so"), manifest: manifest, in: folder)
  }

  @Test(arguments: [("libWoofVips", "Vips"), ("libDogColour", "DogColour")])
  func `a plugin of this package passes the conformance kit`(library: String, source: String) async throws {
    let folder = try TemporaryFolder()
    let plugin = try Self.seal(library, source, in: folder)
    let runner = SealedPlugin.runner(plugin)
    let layers = try await runner.start()
    #expect(layers.isSuperset(of: .required))
    var findings: [Finding] = []
    try await Conformance(Subject(runner), limits: plugin.manifest.limits, jobCount: 60).run { findings.append($0) }
    await runner.drain()
    #expect(findings.count >= 8)
    for finding in findings { #expect(finding.outcome != .failed, "\(finding.check): \(finding.detail)") }
  }

  @Test func `the example of the guide refuses a picture without a dog's colour`() async throws {
    let folder = try TemporaryFolder()
    let runner = SealedPlugin.runner(try Self.seal("libDogColour", "DogColour", in: folder))
    let subject = Subject(runner)
    func outcome(_ colour: [UInt8]) async throws -> PictureOutcome {
      let bytes = PNGDrawing.file(width: 64, height: 48, colourType: 2, bitDepth: 8) { _ in
        (0..<64).flatMap { _ in colour }
      }
      let picture = DrawnPicture(name: "one colour", type: .png, width: 64, height: 48, bytes: bytes)
      return try await subject.look(at: bytes, like: picture).outcome
    }
    guard case .refused(let rejection) = try await outcome([30, 60, 210]) else {
      Issue.record("blue was accepted")
      return
    }
    #expect(rejection.reason == "the picture has no pixels in the colour of a dog")
    let tan = try await outcome([200, 120, 60])
    guard case .accepted(let findings) = tan else {
      Issue.record("tan was not accepted: \(tan)")
      return
    }
    #expect(findings.annotations["dog-colour.share"] == 1)
    await runner.drain()
  }

  @Test(arguments: [
    "DogColour.swift", "manifest.json", "C/CDogPixels.c", "C/include/CDogPixels.h", "Package/Package.swift.template",
    "Package/DogColourTests.swift.template",
  ])
  func `the guide shows the code of the example`(name: String) throws {
    let guide = try Repository.text(of: "Documentation/plugins.md")
    let code = try Repository.text(of: "Plugins/DogColour/\(name)")
    #expect(guide.contains("\n\(code)```"), "paste Plugins/DogColour/\(name) into the guide")
  }

  @Test func `a library that changed after sealing is refused`() throws {
    let folder = try TemporaryFolder()
    _ = try Self.seal("libDogColour", "DogColour", in: folder)
    let library = try [UInt8](contentsOfFile: folder.path("libDogColour.so"))
    try folder.write(library + [0], to: "libDogColour.so")
    let search = PluginSearch(in: [folder.path])
    #expect(search.plugins.isEmpty)
    #expect(search.faults.map(\.code) == [.digest])
    // Sealing it again, with the manifest that lies there already, makes it one.
    #expect(try ManifestSeal(library: folder.path("libDogColour.so"), manifest: nil).write().name == "dog-colour")
    #expect(PluginSearch(in: [folder.path]).plugins.count == 1)
  }
}
