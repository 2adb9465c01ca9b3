// SPDX-License-Identifier: Apache-2.0

/// A curve in one line of text.
enum Sparkline {
  private static let steps: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The last values, one character each, as high as they are beside the greatest.
  static func text(_ values: [Double], width: Int) -> String {
    let shown = values.suffix(max(0, width))
    let greatest = shown.filter(\.isFinite).max() ?? 0
    return String(
      shown.map { value in
        guard greatest > 0, value.isFinite, value > 0 else { return steps[0] }
        return steps[min(steps.count - 1, Int(value / greatest * Double(steps.count - 1) + 0.5))]
      })
  }
}
