// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing
import WoofModel

@testable import TestKit

/// A headless Firefox, driven by the protocol that it speaks itself: Debian has no driver for it. Messages are JSON after
/// their length and a colon; commands are those of WebDriver under names of their own.
final class Marionette: WebDriverSession, @unchecked Sendable {  // used by one test, whose tasks take turns
  /// `true` if there is a Firefox here.
  static let isInstalled = access(path, X_OK) == 0

  private static let path = "/usr/bin/firefox-esr"
  private let program: Program
  private let connection: RawClient
  private var number: Int64 = 0

  init(_ wishes: BrowserWishes, in folder: TemporaryFolder) async throws {
    let profile = folder.path("profile")
    try FileManager.default.createDirectory(atPath: profile, withIntermediateDirectories: true)
    let settings = [
      "marionette.port": "0", "intl.accept_languages": "\"\(wishes.language)\"",
      "layout.css.prefers-color-scheme.content-override": wishes.isDark ? "0" : "1",
      "network.cookie.cookieBehavior": wishes.keepsCookies ? "5" : "2",
    ]
    let lines = settings.map { "user_pref(\"\($0)\", \($1));\n" }.joined()
    try folder.write(Array(lines.utf8), to: "profile/user.js")
    let program = try Program(
      Self.path, arguments: ["--headless", "--no-remote", "--profile", profile, "--marionette"],
      environment: ["HOME=\(folder.path)", "MOZ_HEADLESS_WIDTH=1280", "MOZ_HEADLESS_HEIGHT=885"])
    self.program = program
    // It writes there which port it has taken.
    let port = { (try? String(contentsOfFile: "\(profile)/MarionetteActivePort", encoding: .utf8)).flatMap { Int($0) } }
    try await eventually { program.hasEnded || port() != nil }
    guard let port = port() else { throw TestFailure("Firefox does not start: \(program.errors)") }
    connection = try RawClient(port: port)
    guard try receive()["marionetteProtocol"] == .integer(3) else { throw TestFailure("an unknown protocol") }
    _ = try perform("WebDriver:NewSession", [:])
  }

  func end() async throws { _ = try perform("Marionette:Quit", ["flags": .array([.string("eForceQuit")])]) }

  func send(_ method: String, _ path: String, _ body: JSONValue?) async throws -> JSONValue {
    let parts = path.split(separator: "/").map(String.init)
    var parameters: [String: JSONValue] = [:]
    if case .object(let members)? = body { parameters = members }
    if parts.count == 3, parts[0] == "element" { parameters["id"] = .string(parts[1]) }
    let generic = parts.count == 3 ? "\(method) /element/*/\(parts[2])" : "\(method) \(path)"
    guard let name = Self.names[generic] else { throw TestFailure("Firefox is not told to \(generic)") }
    return try perform(name, parameters)
  }

  private static let names = [
    "POST /url": "WebDriver:Navigate", "POST /back": "WebDriver:Back",
    "POST /execute/sync": "WebDriver:ExecuteScript", "POST /actions": "WebDriver:PerformActions",
    "POST /element": "WebDriver:FindElement", "POST /element/*/click": "WebDriver:ElementClick",
    "POST /element/*/value": "WebDriver:ElementSendKeys",
    "GET /window": "WebDriver:GetWindowHandle", "POST /window": "WebDriver:SwitchToWindow",
    "POST /window/new": "WebDriver:NewWindow", "DELETE /window": "WebDriver:CloseWindow",
  ]

  private func perform(_ name: String, _ parameters: [String: JSONValue]) throws -> JSONValue {
    number += 1
    let message = JSONValue.array([.integer(0), .integer(number), .string(name), .object(parameters)])
    let bytes = try JSONEncoder().encode(message)
    try connection.send(Array("\(bytes.count):".utf8) + bytes)
    let response = try receive().items
    guard response.count == 4, response[1] == .integer(number) else { throw TestFailure("\(name): \(response)") }
    let (error, result) = (response[2], response[3])
    guard error == .null else {
      throw TestFailure("\(name): \(error["error"].text ?? "") \(error["message"].text ?? "")")
    }
    return result["value"] ?? result
  }

  private func receive() throws -> JSONValue {
    let head = try connection.receive(through: ":")
    guard let count = Int(head.dropLast()) else { throw TestFailure("no length: \(head)") }
    return try JSONValue(connection.receive(count: count))
  }
}
