// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// A headless browser with one window, driven as WebDriver has it (W3C WebDriver): Chromium unless another kind is asked for.
///
/// What the Chrome DevTools Protocol does, only Chromium can.
struct Browser: Sendable {
  /// The window of a browser.
  enum Window: Sendable, CustomTestStringConvertible {
    case desktop, phone

    var testDescription: String { "\(self)" }
  }

  /// A key that no text has (W3C WebDriver §17.4.2).
  enum Key: String {
    case escape = "\u{E00C}", left = "\u{E012}", right = "\u{E014}", enter = "\u{E007}", space = " "
    case up = "\u{E013}", down = "\u{E015}", pageUp = "\u{E00E}", pageDown = "\u{E00F}"
    case home = "\u{E011}", end = "\u{E010}"
    case shift = "\u{E008}", control = "\u{E009}"
  }

  /// `true` if there is a Chromium here; script/test installs it.
  static let isInstalled = BrowserKind.chromium.isInstalled

  private let session: any WebDriverSession

  /// Runs a browser for the time of `body`.
  ///
  /// - Parameters:
  ///   - language: The language that its user prefers, as `en`.
  ///   - isDark: Whether the system is dark.
  ///   - keepsCookies: Whether sites may keep cookies and all else.
  static func with(
    in kind: BrowserKind = .chromium, _ window: Window = .desktop, language: String = "en", isDark: Bool = false,
    keepsCookies: Bool = true, _ body: (Browser) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let wishes = BrowserWishes(window: window, language: language, isDark: isDark, keepsCookies: keepsCookies)
    let session = try await kind.start(wishes, in: folder)
    do {
      try await body(Browser(session: session))
      try await session.end()
    } catch {
      try? await session.end()
      throw error
    }
  }

  /// Opens an address, and waits until the page has loaded.
  func open(_ address: String) async throws {
    _ = try await session.send("POST", "/url", .object(["url": .string(address)]))
  }

  /// Has the browser know the name and the password of an account.
  ///
  /// A headless browser has no window in which it could ask; from an address it takes name and password as from there.
  func signIn(_ credential: Credential, at service: TestService) async throws {
    let password = credential.password.replacing(" ", with: "%20")
    try await open("http://\(credential.name):\(password)@127.0.0.1:\(service.port)/v1/me")
  }

  /// What a JavaScript expression gives on the page.
  func value(_ expression: String) async throws -> JSONValue {
    try await session.send(
      "POST", "/execute/sync",
      .object(["script": .string("return \(expression)"), "args": .array([])]))
  }

  /// Waits until an expression is true on the page.
  func wait(until expression: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    for _ in 0..<1_200 {
      if try await value("Boolean(\(expression))") == .bool(true) { return }
      try await Task.sleep(for: .milliseconds(25))
    }
    let page = try await value("document.documentElement.outerHTML.slice(0, 9000)")
    throw TestFailure("never came true at line \(sourceLocation.line): \(expression)\n\(page)")
  }

  /// Clicks an element as a person does, at its middle, where something else may lie above it.
  func click(_ selector: String) async throws { try await act("click", on: selector, .object([:])) }

  /// Clicks an element while a key is held.
  func click(_ selector: String, holding key: Key) async throws {
    let pause = JSONValue.object(["type": .string("pause")])
    let keys = [Self.event("keyDown", key), pause, pause, pause, Self.event("keyUp", key)]
    let moves = [pause, try await move(to: selector), Self.event("pointerDown"), Self.event("pointerUp"), pause]
    try await perform([Self.source("key", keys), Self.source("pointer", moves)])
  }

  /// Drags with the mouse from one element to another.
  func drag(from selector: String, to end: String) async throws {
    let begin = [try await move(to: selector), Self.event("pointerDown")]
    let rest = [try await move(to: end, milliseconds: 100), Self.event("pointerUp")]
    try await perform([Self.source("pointer", begin + rest)])
  }

  /// Lays a finger on an element for a time.
  func touch(_ selector: String, for milliseconds: Int) async throws {
    let pause = JSONValue.object(["type": .string("pause"), "duration": .integer(Int64(milliseconds))])
    let moves = [try await move(to: selector), Self.event("pointerDown"), pause, Self.event("pointerUp")]
    try await perform([Self.source("pointer", moves, by: "touch")])
  }

  /// Drags with a finger from one element to another.
  func swipe(from selector: String, to end: String) async throws {
    let begin = [try await move(to: selector), Self.event("pointerDown")]
    let rest = [try await move(to: end, milliseconds: 100), Self.event("pointerUp")]
    try await perform([Self.source("pointer", begin + rest, by: "touch")])
  }

  /// Chooses files in an element that takes some.
  func choose(_ files: [String], in selector: String) async throws {
    try await act("value", on: selector, .object(["text": .string(files.joined(separator: "\n"))]))
  }

  /// Drops files and folders on the middle of the page.
  func drop(_ paths: [String]) async throws {
    let data = JSONValue.object([
      "items": .array([]), "files": .array(paths.map { .string($0) }), "dragOperationsMask": .integer(1),
    ])
    for type in ["dragEnter", "dragOver", "drop"] {
      try await command(
        "Input.dispatchDragEvent", ["type": .string(type), "x": .integer(400), "y": .integer(400), "data": data])
    }
  }

  /// Limits the bytes that the page sends in a second; `nil` for as many as there can be.
  func limitUploads(to bytesPerSecond: Int64?) async throws {
    try await command("Network.enable")
    try await command(
      "Network.emulateNetworkConditions",
      [
        "offline": .bool(false), "latency": .integer(0), "downloadThroughput": .integer(-1),
        "uploadThroughput": .integer(bytesPerSecond ?? -1),
      ])
  }

  /// Has the streams of events of pages that are opened from now on wait until a page is told to `openStreams()`.
  func holdStreams() async throws {
    let script = """
      const Stream = EventSource;
      const isOpened = new Promise((resolve) => { window.openStreams = resolve; });
      window.EventSource = class extends EventTarget {
        readyState = Stream.CONNECTING;
        constructor(address) {
          super();
          isOpened.then(() => {
            const stream = new Stream(address);
            for (const name of ["open", "error", "start", "photo", "favourites", "deleted"]) {
              stream.addEventListener(name, (event) => {
                this.readyState = stream.readyState;
                this.dispatchEvent(new MessageEvent(name, { data: event.data, lastEventId: event.lastEventId }));
              });
            }
          });
        }
      };
      """
    try await prepare(script)
  }

  /// Has pages that are opened from now on run a script before their own.
  func prepare(_ script: String) async throws {
    try await command("Page.addScriptToEvaluateOnNewDocument", ["source": .string(script)])
  }

  /// Why the page cannot be installed as an app, in the browser's names; empty where it can.
  func installationFaults() async throws -> [JSONValue] {
    let manifest = try await command("Page.getAppManifest")["errors"].items
    return try await manifest + command("Page.getInstallabilityErrors")["installabilityErrors"].items
  }

  /// Has pages be light or dark, as the system would.
  func prefer(isDark: Bool) async throws {
    let colours = JSONValue.object([
      "name": .string("prefers-color-scheme"), "value": .string(isDark ? "dark" : "light"),
    ])
    try await command("Emulation.setEmulatedMedia", ["features": .array([colours])])
  }

  /// Has files of this address, in which `*` stands for anything, not come.
  func block(_ address: String) async throws {
    try await command("Network.enable")
    try await command("Network.setBlockedURLs", ["urls": .array([.string(address)])])
  }

  /// Makes the window so many CSS pixels wide, of which each has so many of the screen's.
  func setWidth(_ width: Int, density: Int64 = 1) async throws {
    try await command(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .integer(Int64(width)), "height": .integer(844), "deviceScaleFactor": .integer(density),
        "mobile": .bool(false),
      ])
  }

  /// Has what is downloaded from now on come to a folder, without a question.
  func saveDownloads(in folder: TemporaryFolder) async throws {
    try await command(
      "Browser.setDownloadBehavior", ["behavior": .string("allow"), "downloadPath": .string(folder.path)])
  }

  /// Presses a key where the focus is.
  func press(_ key: Key) async throws { try await type(key.rawValue) }

  /// Presses a key where the focus is, while another one is held.
  func press(_ key: Key, holding held: Key) async throws { try await type(key.rawValue, holding: held) }

  /// Types a text where the focus is, while a key is held, if any is.
  func type(_ text: String, holding held: Key? = nil) async throws {
    let keys = text.map(String.init).flatMap { key in
      ["keyDown", "keyUp"].map { JSONValue.object(["type": .string($0), "value": .string(key)]) }
    }
    let before = held.map { [Self.event("keyDown", $0)] } ?? []
    let after = held.map { [Self.event("keyUp", $0)] } ?? []
    try await perform([Self.source("key", before + keys + after)])
  }

  /// Goes back, as the browser's button does.
  func goBack() async throws { _ = try await session.send("POST", "/back", .object([:])) }

  /// Opens another window, which is used from then on.
  ///
  /// - Returns: The names of the window that was used before, and of the new one.
  func openWindow() async throws -> (before: String, new: String) {
    let before = try await session.send("GET", "/window", nil).text
    let made = try await session.send("POST", "/window/new", .object(["type": .string("tab")]))
    guard let before, let handle = made["handle"].text else { throw TestFailure("no window: \(made)") }
    try await use(window: handle)
    return (before, handle)
  }

  /// Uses a window from now on.
  func use(window: String) async throws {
    _ = try await session.send("POST", "/window", .object(["handle": .string(window)]))
  }

  /// Closes the window that is used.
  func closeWindow() async throws { _ = try await session.send("DELETE", "/window", nil) }

  /// Sends a command of the Chrome DevTools Protocol.
  @discardableResult
  private func command(_ name: String, _ parameters: [String: JSONValue] = [:]) async throws -> JSONValue {
    try await session.send("POST", "/goog/cdp/execute", .object(["cmd": .string(name), "params": .object(parameters)]))
  }

  private func act(_ action: String, on selector: String, _ parameters: JSONValue) async throws {
    for attempt in 1... {
      let found = try await element(selector)
      guard let element = found[Self.elementName].text else { throw TestFailure("no \(selector): \(found)") }
      do {
        _ = try await session.send("POST", "/element/\(element)/\(action)", parameters)
        return
      } catch let error as TestFailure where attempt < 5 && "\(error)".contains("stale element reference") {
        // The page has drawn it anew since; a person meets what is there.
        continue
      }
    }
  }

  /// The name of the member that names an element (W3C WebDriver §12.2).
  private static let elementName = "element-6066-11e4-a52e-4f735466cecf"

  private func element(_ selector: String) async throws -> JSONValue {
    try await session.send("POST", "/element", .object(["using": .string("css selector"), "value": .string(selector)]))
  }

  private func perform(_ sources: [JSONValue]) async throws {
    _ = try await session.send("POST", "/actions", .object(["actions": .array(sources)]))
  }

  private func move(to selector: String, milliseconds: Int = 0) async throws -> JSONValue {
    .object([
      "type": .string("pointerMove"), "x": .integer(0), "y": .integer(0), "duration": .integer(Int64(milliseconds)),
      "origin": try await element(selector),
    ])
  }

  private static func event(_ type: String, _ key: Key) -> JSONValue {
    .object(["type": .string(type), "value": .string(key.rawValue)])
  }

  private static func event(_ type: String) -> JSONValue {
    .object(["type": .string(type), "button": .integer(0)])
  }

  private static func source(_ type: String, _ actions: [JSONValue], by pointer: String = "mouse") -> JSONValue {
    var members: [String: JSONValue] = ["type": .string(type), "id": .string("\(type)-\(pointer)")]
    if type == "pointer" { members["parameters"] = .object(["pointerType": .string(pointer)]) }
    members["actions"] = .array(actions)
    return .object(members)
  }
}
