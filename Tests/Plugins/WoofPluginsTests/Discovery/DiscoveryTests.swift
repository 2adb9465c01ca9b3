// SPDX-License-Identifier: Apache-2.0

import Glibc
@testable import TestKit
import Testing
import WoofModel

@testable import WoofPlugins

struct DiscoveryTests {
  @Test func `a plugin is found by its name`() throws {
    let installation = try Installation()
    _ = try installation.install()
    let search = PluginSearch(in: ["/nowhere", installation.path])
    #expect(search.faults.isEmpty)
    #expect(try search.plugin(named: "hostile").manifest.version == "1.0")
    let error = #expect(throws: PluginError.self) { try search.plugin(named: "cat") }
    #expect(error?.message == "there is no plugin cat; there are hostile")
  }

  @Test func `a library other than the manifest's is refused`() throws {
    let installation = try Installation()
    let other = "sha256-" + String(repeating: "A", count: 43)
    let error = #expect(throws: PluginError.self) {
      try installation.install(["digest": .string(other)])
    }
    #expect(error?.code == .digest)
  }

  @Test func `a library that is replaced after the check is not loaded`() async throws {
    try await Worksite.with { site in
      try site.installation.write(.text("another library"), to: "libHostilePlugin.so")
      try await site.expect("nothing", endsAs: "accepted")
    }
  }

  @Test func `a folder, manifest or library that others can write is refused`() throws {
    for name in ["", "/libHostilePlugin.so", "/libHostilePlugin.json"] {
      let installation = try Installation()
      _ = try installation.install()
      chmod(installation.path + name, 0o777)
      let search = PluginSearch(in: [installation.path])
      #expect(search.plugins.isEmpty && search.faults.first?.code == .untrusted, "\(name)")
    }
  }

  @Test func `a link is not followed`() throws {
    let installation = try Installation()
    _ = try installation.install()
    rename("\(installation.path)/libHostilePlugin.so", "\(installation.path)/libMisfitPlugin.so")
    symlink("libMisfitPlugin.so", "\(installation.path)/libHostilePlugin.so")
    #expect(PluginSearch(in: [installation.path]).faults.first?.message.contains("is a link") == true)
  }

  @Test func `only files of root and the service's user are trusted`() throws {
    let trust = FileTrust(user: 1000)
    for owner: UInt32 in [0, 1000] {
      try trust.check(FileFacts(kind: .file, owner: owner, permissions: 0o755), at: "/lib.so")
    }
    for facts in [
      FileFacts(kind: .file, owner: 1001, permissions: 0o755), FileFacts(kind: .file, owner: 0, permissions: 0o775),
      FileFacts(kind: .folder, owner: 0, permissions: 0o1777),
    ] {
      #expect(throws: PluginError.self) { try trust.check(facts, at: "/lib.so") }
    }
  }

  @Test func `a parent folder can be writable for all if it is sticky`() throws {
    let trust = FileTrust(user: 1000)
    try trust.checkAncestor(FileFacts(kind: .folder, owner: 0, permissions: 0o1777), at: "/tmp")
    #expect(throws: PluginError.self) {
      try trust.checkAncestor(FileFacts(kind: .folder, owner: 0, permissions: 0o777), at: "/tmp")
    }
  }
}
