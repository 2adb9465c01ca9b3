// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofClient
import WoofModel
import WoofTesting

@testable import TestKit

/// What a test sets of the service's configuration, and how it is administered.
struct SettingsTests {
  @Test func `further settings replace single keys`() async throws {
    let woof = try await WoofHarness.start {
      $0.account("ada")
      $0.furtherSettings = "{modules: {'service.http': {photos: {defaultVisibility: 'public'}}}}"
    }
    let picture = Data(try DrawnPicture(.png, seed: 4).bytes())
    let photo = try await woof.client(as: "ada").upload(data: picture).photo
    #expect(photo.visibility == .public)
    await woof.stop()
  }

  @Test(arguments: ["{modules: {'service.http': {lops: 1}}}", "{lops"])
  func `wrong further settings are refused`(settings: String) async throws {
    await #expect {
      _ = try await WoofHarness.start { $0.furtherSettings = settings }
    } throws: {
      "\($0)".contains("the harness's further settings")
    }
  }

  @Test func `a password can be replaced`() async throws {
    let woof = try await WoofHarness.start { $0.account("ada") }
    try await woof.setPassword("a new one", of: "ada")
    let account = try await woof.client(as: "ada", password: "a new one").account()
    #expect(account.name == "ada")
    let error = try await failure { _ = try await woof.client(as: "ada").account() }
    #expect(error.code == .authenticationRequired)
    let missing = try await failure { try await woof.setPassword("a new one", of: "bob") }
    #expect(missing.code == .notFound)
    await woof.stop()
  }

  @Test func `the service is administered through its data folder where that is asked for`() async throws {
    let closed = try await WoofHarness.start()
    #expect(!FileManager.default.fileExists(atPath: "\(closed.dataFolder)/admin.sock"))
    await closed.stop()

    let woof = try await WoofHarness.start { $0.hasAdminSocket = true }
    let socket = "\(woof.dataFolder)/admin.sock"
    let setting = #"{"log.level":"warning"}"#
    try await blocking {
      let client = try RawClient(unixPath: socket)
      try client.send(
        """
        PATCH /admin/v1/configuration HTTP/1.1\r\nHost: localhost\r\nIf-Match: "0"\r\n\
        Content-Type: application/json\r\nContent-Length: \(setting.utf8.count)\r\n\r\n\(setting)
        """)
      let response = try client.receiveResponse()
      #expect(response.status == 200, "\(response.text)")
    }
    // What an administrator has set counts after a restart, too.
    try await woof.restart()
    try await blocking {
      let client = try RawClient(unixPath: socket)
      try client.send("GET /admin/v1/configuration HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.receiveResponse().text.contains(#""origin":"administrator""#))
    }
    await woof.stop()
  }
}
