// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing
import URLLoading
import WoofModel

@testable import TestKit

/// A headless Chromium, driven by Debian's chromium-driver.
///
/// A driver that is killed leaves its browser behind, so a session is ended in any case.
struct ChromeDriver: WebDriverSession {
  /// `true` if there is one here.
  static let isInstalled = access(driver, X_OK) == 0 && access("/usr/bin/chromium", X_OK) == 0

  private static let driver = "/usr/bin/chromedriver"
  private let program: Program
  private let session: String

  init(_ wishes: BrowserWishes, in folder: TemporaryFolder) async throws {
    let port = try ReservedPort()
    let program = try Program(
      Self.driver, arguments: ["--port=\(port.port)"], environment: ["HOME=\(folder.path)"])
    try await eventually { program.hasEnded || (try? RawClient(port: port.port)) != nil }
    let base = "http://127.0.0.1:\(port.port)/session"
    let made = try await Self.send("POST", base, Self.capabilities(wishes, in: folder))
    guard let identifier = made["sessionId"].text else { throw TestFailure("no browser: \(made)") }
    (self.program, session) = (program, "\(base)/\(identifier)")
    guard wishes.isDark else { return }
    let dark = JSONValue.object(["name": .string("prefers-color-scheme"), "value": .string("dark")])
    let media = JSONValue.object([
      "cmd": .string("Emulation.setEmulatedMedia"), "params": .object(["features": .array([dark])]),
    ])
    _ = try await send("POST", "/goog/cdp/execute", media)
  }

  private static func capabilities(_ wishes: BrowserWishes, in folder: TemporaryFolder) -> JSONValue {
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,800",
      "--accept-lang=\(wishes.language)", "--user-data-dir=\(folder.path("profile"))",
      // What the address field would show is drawn ahead, which takes as long as half of the start; nobody sees it here.
      "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
    ]
    var options = options(of: wishes.window)
    if !wishes.keepsCookies {
      options["prefs"] = .object(["profile.default_content_setting_values.cookies": .integer(2)])
    }
    options["binary"] = .string("/usr/bin/chromium")
    options["args"] = .array(arguments.map { .string($0) })
    return .object(["capabilities": .object(["alwaysMatch": .object(["goog:chromeOptions": .object(options)])])])
  }

  private static func options(of window: Browser.Window) -> [String: JSONValue] {
    switch window {
    case .desktop: [:]
    case .phone:
      [
        "mobileEmulation": .object([
          "deviceMetrics": .object([
            "width": .integer(390), "height": .integer(844), "pixelRatio": .integer(3), "touch": .bool(true),
          ])
        ])
      ]
    }
  }

  func end() async throws { _ = try await Self.send("DELETE", session) }

  func send(_ method: String, _ path: String, _ body: JSONValue?) async throws -> JSONValue {
    try await Self.send(method, session + path, body)
  }

  private static func send(_ method: String, _ address: String, _ body: JSONValue? = nil) async throws -> JSONValue {
    guard let url = URL(string: address) else { throw TestFailure("\(address) is no address") }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.timeoutInterval = 60
    if let body {
      request.httpBody = try JSONEncoder().encode(body)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let (data, response) = try await URLSession.shared.data(for: request)
    let value = try JSONValue(Array(data))["value"] ?? .null
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw TestFailure("\(method) \(address): \(value["error"].text ?? "") \(value["message"].text ?? "")")
    }
    return value
  }
}
