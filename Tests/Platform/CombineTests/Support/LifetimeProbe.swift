// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

/// Expects that what `body` hands a token to has let it go by the time `body` is done, with what it returns still held.
func expectReleased<Kept>(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: (Token) -> Kept
) {
  weak var token: Token?
  let kept = {
    let made = Token()
    token = made
    return body(made)
  }()
  #expect(token == nil, "something is kept that is of no more use", sourceLocation: sourceLocation)
  withExtendedLifetime(kept) {}
}
