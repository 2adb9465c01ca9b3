// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofModel
import WoofTesting

@testable import TestKit
@testable import WoofAdmin

@Suite(.timeLimit(.minutes(2))) struct `A remote service` {
  private static let password = "tail wagging"

  /// A service over TLS with the administrator ada and bob, who is none.
  private static func service(isOpen: Bool = true) async throws -> AdminService {
    let service = try await AdminService(isOnTCP: isOpen, tls: true)
    _ = try await service.run("accounts add ada --admin --yes", input: "\(password)\n")
    _ = try await service.run("accounts add bob --yes", input: "\(password)\n")
    return service
  }

  private static func shell(
    _ service: AdminService, _ arguments: String..., user: String = "ada", password: String = password
  ) async throws -> Program.Outcome {
    let authority = try #require(service.woof.certificateAuthorityFile).path
    return try await Program(
      Shell.path, arguments: ["--url", service.address, "--ca", authority] + arguments,
      environment: Shell.environment(service.folder) + ["WOOF_USER=\(user)", "WOOF_PASSWORD=\(password)"]
    ).outcome()
  }

  @Test func `a remote service is administered over TLS, with the account in the audit log`() async throws {
    let service = try await Self.service()
    let list = try await Self.shell(service, "accounts", "list")
    #expect(list.code == 0, "\(list.errors)")
    #expect(list.errors == "Service: \(service.address)\n")
    #expect(list.output.contains("ada") && list.output.contains("bob"))
    // Progress comes line by line, and is signed in, too.
    let check = try await Self.shell(service, "check", "--yes")
    #expect(check.output.contains("(check) is done"), "\(check.errors)")
    #expect(try await service.run("audit list").contains("ada"))
    await service.stop()
  }

  @Test func `a remote service requires the password of an administrator`() async throws {
    let service = try await Self.service()
    let wrong = try await Self.shell(service, "status", password: "tail waging")
    #expect(wrong.code == 1)
    let reason = try #require(wrong.errors.split(separator: "\n").last)
    #expect(reason.hasPrefix("woof admin: WOOF_USER or WOOF_PASSWORD is wrong"), "\(wrong.errors)")
    let other = try await Self.shell(service, "--json", "status", user: "bob")
    #expect(other.code == 1)
    #expect(other.errors.hasPrefix(#"{"error":{"code":"#) && other.errors.contains("administrators"), "\(other.errors)")
    await service.stop()
  }

  @Test func `a service without remote administration is told apart from an absent one`() async throws {
    let service = try await Self.service(isOpen: false)
    let closed = try await Self.shell(service, "status")
    #expect(closed.code == 1)
    #expect(closed.errors.contains("answers no administrators: set administration.tcp"), "\(closed.errors)")
    await service.stop()
    let gone = try await Self.shell(service, "status")
    #expect(gone.code == 1)
    #expect(!gone.errors.contains("administration.tcp") && !gone.errors.contains("admin.sock"), "\(gone.errors)")
  }

  @Test(arguments: [
    ["--url", "https://x", "--data", "y"], ["--ca", "x"], ["--url", "photos"], ["--url", "unix:/x"],
  ])
  func `a remote service is given by its address only`(arguments: [String]) async throws {
    #expect(try await Program.run(Shell.path, arguments + ["status"]).code == 2)
  }
}
