// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofCore

/// The settings for running plugins: the worker, its limits, and the sandbox.
package struct WorkerSettings: Sendable {
  /// The path of the worker executable.
  package var workerPath: String
  /// The number of jobs of a plugin that run at once; 2 by default. One worker more is kept ready.
  package var workerCount: Int
  /// The number of jobs of a plugin that may wait; 256 by default.
  package var queueLimit: Int
  /// The most that a plugin's manifest may ask for. By default 1 GiB of memory, 30 seconds of processor time, 60 seconds,
  /// 64 MiB of images, and 1,000,000,000 pixels.
  package var limits: PluginLimits
  /// The time that a worker may take to load its plugin; 10 seconds by default.
  package var startDeadline: Duration
  /// `true` if plugins run even on a system that lacks a required layer, such as landlock or seccomp; `false` by
  /// default.
  package var permitsMissingSandbox: Bool
  /// `true` if the standard error of plugins goes to that of the service; `false` by default. It is for developing
  /// plugins.
  package var keepsErrors: Bool

  /// Makes settings; each has the default that its property states.
  package init(
    workerPath: String, workerCount: Int = 2, queueLimit: Int = 256,
    limits: PluginLimits = PluginLimits(
      memoryByteCount: 1 << 30, processorSeconds: 30, deadline: .seconds(60), outputByteCount: 64 << 20,
      pixelCount: 1_000_000_000),
    startDeadline: Duration = .seconds(10), permitsMissingSandbox: Bool = false, keepsErrors: Bool = false
  ) {
    self.workerPath = workerPath
    self.workerCount = workerCount
    self.queueLimit = queueLimit
    self.limits = limits
    self.startDeadline = startDeadline
    self.permitsMissingSandbox = permitsMissingSandbox
    self.keepsErrors = keepsErrors
  }

  /// The path of the worker: beside the executable that runs, or else where a package has it.
  package static var standardWorkerPath: String {
    let beside = ExecutableFolder.path + "/woof-worker"
    return access(beside, X_OK) == 0 ? beside : "/usr/lib/woof/woof-worker"
  }
}
