// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofCore

@testable import TestKit

/// The fuzzers, which only `script/fuzz` builds, against the modules that they try as they are now.
@Suite(.timeLimit(.minutes(5))) struct FuzzerSourceTests {
  private static let root = PackageFolder.url
  private static let folder = root.appending(path: "Tests/Fuzzers").path
  private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".swift") }.sorted()

  /// The name that SwiftPM gives the package: that of its folder.
  private static let package = String(
    root.lastPathComponent.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })

  @Test(arguments: names) func `a fuzzer compiles against the code that it tests`(name: String) async throws {
    let products = ExecutableFolder.path
    let libraries = ["COpenSSL", "CNGHTTP2", "CDeflate", "CCurl"].flatMap {
      ["-I", "\(Self.root.path)/Sources/C/\($0)"]
    }
    let checked = try await Program.run(
      "swiftc",
      [
        "-typecheck", "-swift-version", "6", "-package-name", Self.package, "-parse-as-library",
        "-I", "\(products)/Modules",
      ] + libraries + [
        "-Xcc", "-fmodule-map-file=\(products)/CLinux.build/module.modulemap", "\(Self.folder)/\(name)",
      ])
    #expect(checked.code == 0, "\(checked.errors)")
  }

  @Test func `each fuzzer is built with all modules that it imports, in a valid order`() throws {
    let script = try String(contentsOf: Self.root.appending(path: "script/fuzz"), encoding: .utf8)
    let table = try #require(script.split(separator: "TABLE'\n").last?.split(separator: "\nTABLE\n").first)
    let lines = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(Set(lines.map { "\($0[1]).swift" }) == Set(Self.names))
    for line in lines {
      for (index, module) in line.enumerated().dropFirst(2) {
        let earlier = Set(line[2..<index])
        #expect(try Self.modules(importedBy: module).isSubset(of: earlier), "\(line[0]) \(module)")
      }
      let swiftModules = line.dropFirst(2).filter { !$0.hasPrefix("C") || $0 == "Combine" }
      #expect(swiftModules.allSatisfy { Self.folder(of: $0) != nil })
    }
  }

  /// The folder of a module: `Sources/<area>/<name>`; `nil` where there is none.
  private static func folder(of module: String) -> String? {
    let sources = root.appending(path: "Sources").path
    let areas = (try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []
    return areas.map { "\(sources)/\($0)/\(module)" }.first { FileManager.default.fileExists(atPath: $0) }
  }

  /// The modules of this package that files of a module import.
  private static func modules(importedBy module: String) throws -> Set<String> {
    guard let folder = folder(of: module) else { return [] }
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let statement = /^(?:[@\w]+ )?import (\w+)$/.anchorsMatchLineEndings()
    let modules = try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
      try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).matches(of: statement).map { String($0.1) }
    }
    return Set(modules).filter { self.folder(of: $0) != nil }
  }
}
