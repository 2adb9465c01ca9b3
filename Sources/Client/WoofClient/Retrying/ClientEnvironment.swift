// SPDX-License-Identifier: Apache-2.0

/// The clock and the source of randomness of a client, which tests can replace.
public struct ClientEnvironment: Sendable {
  /// The clock that measures pauses; the system's continuous clock by default.
  public var clock: any Clock<Duration>
  /// A number from 0 to 1 at random.
  public var random: @Sendable () -> Double

  /// Makes surroundings; each part has the default that its property states.
  public init(
    clock: any Clock<Duration> = ContinuousClock(), random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) {
    self.clock = clock
    self.random = random
  }
}
