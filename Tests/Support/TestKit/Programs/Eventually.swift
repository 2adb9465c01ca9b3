// SPDX-License-Identifier: Apache-2.0

/// Waits until something has come true that happens by itself, and of which nobody is told; fails where that takes
/// longer than any program should on a busy machine.
func eventually(isolation: isolated (any Actor)? = #isolation, _ condition: () throws -> Bool) async throws {
  for _ in 0..<9_000 {
    if try condition() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  throw TestFailure("it has not come true for too long")
}
