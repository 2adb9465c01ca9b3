// SPDX-License-Identifier: Apache-2.0

/// The limits of a plugin's jobs.
package struct PluginLimits: Hashable, Sendable {
  /// The number of bytes of a worker's address space; 512 MiB by default.
  package var memoryByteCount: Int64
  /// The processor time of a job in seconds; 5 by default.
  package var processorSeconds: Int
  /// The time from a job's start in a worker to its end; 15 seconds by default.
  package var deadline: Duration
  /// The number of bytes of all derived images of a job; 32 MiB by default.
  package var outputByteCount: Int64
  /// The number of pixels of a picture, its width times its height; 100,000,000 by default.
  package var pixelCount: Int

  /// Makes limits; each has the default that its property states.
  package init(
    memoryByteCount: Int64 = 512 << 20, processorSeconds: Int = 5, deadline: Duration = .seconds(15),
    outputByteCount: Int64 = 32 << 20, pixelCount: Int = 100_000_000
  ) {
    self.memoryByteCount = memoryByteCount
    self.processorSeconds = processorSeconds
    self.deadline = deadline
    self.outputByteCount = outputByteCount
    self.pixelCount = pixelCount
  }

  /// The stricter of each.
  package func clamped(to most: PluginLimits) -> PluginLimits {
    PluginLimits(
      memoryByteCount: min(memoryByteCount, most.memoryByteCount),
      processorSeconds: min(processorSeconds, most.processorSeconds), deadline: min(deadline, most.deadline),
      outputByteCount: min(outputByteCount, most.outputByteCount), pixelCount: min(pixelCount, most.pixelCount))
  }
}
