// SPDX-License-Identifier: Apache-2.0

import Combine
import WoofClient

/// What a publisher gives, to its end.
func values<P: Publisher>(_ publisher: P) async throws -> [P.Output]
where P.Output: Sendable, P.Failure == WoofError {
  var values: [P.Output] = []
  for try await value in publisher.values { values.append(value) }
  return values
}
