// SPDX-License-Identifier: Apache-2.0

/// What of the configuration may count while the service runs.
enum LiveSetting: Hashable, CaseIterable {
  /// The level from which lines of the log are written.
  case log
  /// What is done with pictures: by which plugins, and which images are derived.
  case pictures
  /// How failed sign-ins are slowed.
  case signIn

  private static let plugins = ["modules", "transformer.plugins"]
  private static let http = ["modules", "service.http"]

  /// What an administrator may set; it must not choose a program that the service then runs.
  static func settable(_ path: [String]) -> LiveSetting? {
    if path == ["log", "level"] { return .log }
    if path == http + ["pictures", "variants"] { return .pictures }
    if path.starts(with: http + ["pictures", "moving"]) { return .pictures }
    if path.starts(with: http + ["signIn", "failures"]) { return .signIn }
    guard path.starts(with: plugins), path.count > 2 else { return nil }
    return ["steps", "disabled", "workers", "queue", "startDeadline", "limits"].contains(path[2]) ? .pictures : nil
  }

  /// What counts anew when the file is read again.
  static func reloadable(_ path: [String]) -> LiveSetting? {
    path.starts(with: plugins) && path.count > 2 && path[2] != "enabled" ? .pictures : settable(path)
  }

  /// The key that names disabled plugins.
  static let disabledPlugins = (plugins + ["disabled"]).joined(separator: ".")
}
