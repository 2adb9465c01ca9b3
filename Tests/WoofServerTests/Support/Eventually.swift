import Glibc

/// Waits until something has come true that happens by itself, and of which nobody is told.
func eventually(_ condition: () throws -> Bool) async throws {
  for _ in 0..<2_000 {
    if try condition() { return }
    usleep(10_000)
  }
  throw TestFailure("it has not come true for too long")
}
