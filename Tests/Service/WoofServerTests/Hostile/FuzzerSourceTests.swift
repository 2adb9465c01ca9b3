// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofCore

@testable import TestKit

/// The fuzzers, which only `script/fuzz` builds, against what the rooms that they try have now.
@Suite(.timeLimit(.minutes(5))) struct FuzzerSourceTests {
  private static let root = PackageFolder.url
  private static let folder = root.appending(path: "Tests/Fuzzers").path
  private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".swift") }.sorted()

  /// The name that SwiftPM gives the package: that of its folder.
  private static let package = String(
    root.lastPathComponent.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })

  @Test(arguments: names) func `a fuzzer compiles against the code that it tests`(name: String) async throws {
    let (products, rooms) = (ExecutableFolder.path, "\(Self.root.path)/Sources/C")
    let checked = try await Program.run(
      "swiftc",
      [
        "-typecheck", "-swift-version", "6", "-package-name", Self.package, "-parse-as-library",
        "-I", "\(products)/Modules", "-I", "\(rooms)/COpenSSL", "-I", "\(rooms)/CNGHTTP2", "-I",
        "\(rooms)/CCurl",
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
      for (index, room) in line.enumerated().dropFirst(2) {
        let earlier = Set(line[2..<index])
        #expect(try Self.rooms(importedBy: room).isSubset(of: earlier), "\(line[0]) \(room)")
      }
    }
  }

  /// The rooms of this package that files of a room import.
  private static func rooms(importedBy room: String) throws -> Set<String> {
    let folder = root.appending(path: "Sources/\(room)").path
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let statement = /^(?:[@\w]+ )?import (\w+)$/.anchorsMatchLineEndings()
    let modules = try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
      try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).matches(of: statement).map { String($0.1) }
    }
    return Set(modules).filter { name in
      ["Sources/\(name)", "Sources/C/\(name)"].contains {
        FileManager.default.fileExists(atPath: root.appending(path: $0).path)
      }
    }
  }
}
