import DogColour
import Foundation
import PluginTesting
import Testing

/// Documentation/plugins.md and the plugin that it shows.
struct GuideTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: ["DogColour.swift", "manifest.json", "C/CDogPixels.c", "C/include/CDogPixels.h"])
  func `what the guide shows of the example is its code`(name: String) throws {
    let guide = try String(contentsOf: Self.root.appending(path: "Documentation/plugins.md"), encoding: .utf8)
    let code = try String(contentsOf: Self.root.appending(path: "Plugins/DogColour/\(name)"), encoding: .utf8)
    #expect(guide.contains("\n\(code)```"), "paste Plugins/DogColour/\(name) into the guide")
  }

  @Test func `the example refuses what has no colour of a dog`() throws {
    let host = try InProcessHost(DogColour.entry(abi: 1))
    let blue = host.process(try TestPictures.bytes(of: "blue.png"), as: "image/png", wantsAnnotations: true)
    #expect(blue.refusal == "the picture has no pixels in the colour of a dog")
    #expect(blue.annotations["share"] == "0.0")
    let tan = host.process(try TestPictures.bytes(of: "one-colour.png"), as: "image/png", wantsAnnotations: true)
    #expect(tan.isAccepted)
    #expect(tan.annotations["share"] == "1.0")
  }

  @Test func `the example takes the share as a parameter`() throws {
    let host = try InProcessHost(DogColour.entry(abi: 1))
    let scene = try TestPictures.bytes(of: "plain.jpg")
    #expect(host.process(scene, parameters: #"{"leastShare":0.02}"#).isAccepted)
    #expect(host.process(scene, parameters: #"{"leastShare":0.9}"#).isRefused)
  }

  @Test func `the example refuses what cannot be decoded`() throws {
    let host = try InProcessHost(DogColour.entry(abi: 1))
    let whole = try TestPictures.bytes(of: "one-colour.png")
    #expect(host.process(Array(whole.dropLast(whole.count / 2))).refusal == "the picture cannot be decoded")
    #expect(host.process([]).isRefused)
  }
}
