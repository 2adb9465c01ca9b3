// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// A session in which a browser is told what to do (W3C WebDriver).
protocol WebDriverSession: Sendable {
  /// Sends a command, and gives the value of its response.
  ///
  /// - Parameters:
  ///   - method: the method of HTTP that the command has.
  ///   - path: its path below that of the session, as `/url`.
  func send(_ method: String, _ path: String, _ body: JSONValue?) async throws -> JSONValue

  /// Ends the browser.
  func end() async throws
}

/// A browser that the gallery is tried in.
enum BrowserKind: CaseIterable, Sendable, CustomTestStringConvertible {
  case chromium, firefox

  var testDescription: String { "\(self)" }

  /// `true` if there is one here; script/test installs it.
  var isInstalled: Bool {
    switch self {
    case .chromium: ChromeDriver.isInstalled
    case .firefox: Marionette.isInstalled
    }
  }

  /// Starts one.
  func start(_ wishes: BrowserWishes, in folder: TemporaryFolder) async throws -> any WebDriverSession {
    switch self {
    case .chromium: try await ChromeDriver(wishes, in: folder)
    case .firefox: try await Marionette(wishes, in: folder)
    }
  }
}

/// A person's settings of a browser.
struct BrowserWishes: Sendable {
  let window: Browser.Window
  /// The language that is preferred, as `en`.
  let language: String
  /// Whether the system is dark.
  let isDark: Bool
  /// Whether sites may keep cookies and all else.
  let keepsCookies: Bool
}
