// SPDX-License-Identifier: Apache-2.0

@testable import TestKit
import Testing
import WoofModel

@testable import WoofPlugins

struct ManifestTests {
  private static let digest = "sha256-" + String(repeating: "A", count: 43)

  private static func manifest(_ change: (inout [String: JSONValue]) -> Void = { _ in }) throws -> PluginManifest {
    let digest = try #require(Digest(digest))
    var members = Installation.manifest(of: digest)
    change(&members)
    return try PluginManifest(JSONText.bytes(of: .object(members)))
  }

  private static func fault(_ change: (inout [String: JSONValue]) -> Void) throws -> String {
    do {
      _ = try manifest(change)
      return "none"
    } catch let error as PluginError {
      return error.message
    }
  }

  @Test func `a manifest is read as it was written`() throws {
    let manifest = try Self.manifest {
      $0["isolation"] = "reuse"
      $0["readable"] = ["/usr/share/dogs"]
    }
    #expect(manifest.fullName == "hostile/1.0" && manifest.library == "libHostilePlugin.so")
    #expect(manifest.accepts == [.png, .jpeg] && manifest.emits == [.png])
    #expect(manifest.isolation == .reuse && manifest.readable == ["/usr/share/dogs"])
    #expect(manifest.limits.memoryByteCount == 128 << 20 && manifest.limits.deadline == .seconds(60))
  }

  @Test(
    arguments: [
      ("name", "Hostile", "lower-case"), ("name", "", "1 to 64"), ("version", "1 0", "digits"),
      ("library", "../lib.so", "name of a file"), ("library", "/lib.so", "name of a file"),
      ("library", ".lib.so", "name of a file"), ("digest", "sha256-short", "SHA-256"),
      ("isolation", "never", "perJob or reuse"), ("accepts", "image/png", "list of strings"),
    ] as [(String, JSONValue, String)])
  func `an invalid member is named with the allowed values`(
    name: String, value: JSONValue, words: String
  ) throws {
    let fault = try Self.fault { $0[name] = value }
    #expect(fault.contains(name) && fault.contains(words))
  }

  @Test(arguments: ["name", "version", "abi", "library", "digest"])
  func `a missing member is named`(name: String) throws {
    #expect(try Self.fault { $0[name] = nil }.contains("\(name) is missing"))
  }

  @Test func `an unknown member is refused, even among the limits`() throws {
    #expect(try Self.fault { $0["isolatoin"] = "perJob" }.contains("isolatoin"))
    #expect(try Self.fault { $0["limits"] = ["memory": 5] }.contains("memory"))
  }

  @Test func `another version of the interface is refused`() throws {
    #expect(try Self.fault { $0["abi"] = 2 }.contains("build the plugin anew"))
  }

  @Test func `an unknown format is refused`() throws {
    #expect(try Self.fault { $0["emits"] = ["image/bmp"] }.contains("image/bmp"))
  }

  @Test func `moving images have the one format that is checked, and none by default`() throws {
    #expect(try Self.manifest().emitsMoving.isEmpty)
    #expect(try Self.manifest { $0["emitsMoving"] = ["image/webp"] }.emitsMoving == [.webp])
    #expect(try Self.fault { $0["emitsMoving"] = ["image/gif"] }.contains("emitsMoving"))
  }

  @Test func `the stricter of the manifest's and the operator's limits counts`() {
    let limits = PluginLimits(memoryByteCount: 10, processorSeconds: 20, deadline: .seconds(5))
    let most = PluginLimits(memoryByteCount: 20, processorSeconds: 10, deadline: .seconds(9), pixelCount: 7)
    let clamped = limits.clamped(to: most)
    #expect(clamped.memoryByteCount == 10 && clamped.processorSeconds == 10 && clamped.deadline == .seconds(5))
    #expect(clamped.pixelCount == 7)
  }

  @Test(arguments: 0..<10)
  func `damaged manifests are refused or parsed, and never trap`(seed: Int) throws {
    let digest = try #require(Digest(Self.digest))
    let sound = JSONText.bytes(of: .object(Installation.manifest(of: digest)))
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<100 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? PluginManifest(bytes)
    }
    for count in 0..<sound.count { #expect(throws: PluginError.self) { try PluginManifest(Array(sound[..<count])) } }
  }

  @Test func `a manifest that is nested too deeply is refused`() {
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 60_000)
    #expect(throws: PluginError.self) { try PluginManifest(deep) }
    #expect(throws: PluginError.self) { try PluginManifest([UInt8](repeating: 0x20, count: 70_000)) }
  }
}
