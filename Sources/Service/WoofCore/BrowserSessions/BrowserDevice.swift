// SPDX-License-Identifier: Apache-2.0

/// A browser and the system that it runs on, as far as it says so of itself, for people who look through their sessions.
package struct BrowserDevice: Hashable, Sendable {
  /// The name of the browser, as `Firefox`; `nil` if it is none that is known.
  package var browser: String?
  /// The name of the system, as `Android`; `nil` if it is none that is known.
  package var system: String?

  /// Makes a device of names.
  package init(browser: String? = nil, system: String? = nil) {
    self.browser = browser
    self.system = system
  }

  /// Reads the value of a `User-Agent` field (RFC 9110 §10.1.5). Of the names that it may hold, those of browsers that also
  /// give the names of others come first.
  package init(userAgent text: String) {
    browser = Self.browsers.first { text.contains($0.mark) }?.name
    system = Self.systems.first { text.contains($0.mark) }?.name
  }

  private static let browsers: [(mark: String, name: String)] = [
    ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"), ("Vivaldi/", "Vivaldi"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Version/", "Safari"), ("Epiphany/", "GNOME Web"), ("curl/", "curl"),
  ]
  private static let systems: [(mark: String, name: String)] = [
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("CrOS", "ChromeOS"), ("Mac OS X", "macOS"), ("FreeBSD", "FreeBSD"), ("Linux", "Linux"),
  ]
}
