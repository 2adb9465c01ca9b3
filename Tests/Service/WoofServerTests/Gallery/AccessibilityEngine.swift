// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofModel

@testable import TestKit

/// axe-core, which finds what of a page does not follow the rules of accessibility. It is no part of Woof: script/test
/// fetches it into the build folder.
enum AccessibilityEngine {
  /// Its script; `nil` where it was not fetched.
  static let script: String? = {
    let root = #filePath.components(separatedBy: "/Tests/Service/")[0]
    return try? String(contentsOfFile: "\(root)/.build/axe/axe.min.js", encoding: .utf8)
  }()

  /// The rules that pages follow: WCAG 2.2 in the levels A and AA, and what axe recommends besides.
  fileprivate static let tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
}

extension Browser {
  /// Expects that no rule of accessibility is broken on the page that is shown.
  ///
  /// - Parameter view: What the page shows, for a message.
  func expectAccessible(_ view: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    guard let script = AccessibilityEngine.script else { throw TestFailure("axe-core is not here") }
    if try await value("typeof axe") == .string("undefined") {
      _ = try await value("(() => { \(script); window.axe = axe; return true; })()")
    }
    // What fades in has less contrast meanwhile.
    try await wait(until: "document.getAnimations().every(({ playState }) => playState !== 'running')")
    let tags = AccessibilityEngine.tags.map { "'\($0)'" }.joined(separator: ",")
    let found = try await value(
      """
      axe.run(document, { runOnly: { type: 'tag', values: [\(tags)] }, resultTypes: ['violations'] })
        .then(({ violations }) => violations.map(({ id, nodes }) =>
          id + ': ' + nodes.slice(0, 3).map(({ html, failureSummary }) => html + ' ' + failureSummary).join('; ')))
      """)
    let faults = found.items.compactMap(\.text)
    #expect(faults == [], "\(view)", sourceLocation: sourceLocation)
  }
}
