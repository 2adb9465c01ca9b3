// SPDX-License-Identifier: Apache-2.0

/// The settings that can change while the service runs.
enum LiveSetting: Hashable, CaseIterable {
  /// The level from which lines of the log are written.
  case log
  /// The plugins that pictures go through, and the images derived from them.
  case pictures
  /// The limits and delays of failed sign-ins.
  case signIn

  private static let plugins = ["modules", "transformer.plugins"]
  private static let http = ["modules", "service.http"]

  /// The setting at a path that an administrator may set; `nil` for all others. None chooses a program that the service
  /// then runs.
  static func settable(_ path: [String]) -> LiveSetting? {
    if path == ["log", "level"] { return .log }
    if path == http + ["pictures", "variants"] { return .pictures }
    if path.starts(with: http + ["pictures", "moving"]) { return .pictures }
    if path.starts(with: http + ["signIn", "failures"]) { return .signIn }
    guard path.starts(with: plugins), path.count > 2 else { return nil }
    return ["steps", "disabled", "workers", "queue", "startDeadline", "limits"].contains(path[2]) ? .pictures : nil
  }

  /// The setting at a path that takes effect when the file is read again; `nil` for those that wait for the next start.
  static func reloadable(_ path: [String]) -> LiveSetting? {
    path.starts(with: plugins) && path.count > 2 && path[2] != "enabled" ? .pictures : settable(path)
  }

  /// The key that names disabled plugins.
  static let disabledPlugins = (plugins + ["disabled"]).joined(separator: ".")
}
