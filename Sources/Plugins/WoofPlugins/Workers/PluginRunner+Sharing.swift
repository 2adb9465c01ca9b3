// SPDX-License-Identifier: Apache-2.0

extension PluginRunner {
  /// Returns a runner of the same plugin whose jobs share one process, whatever the manifest's isolation is, so that
  /// memory that the plugin keeps after each job adds up. The process is not replaced after a number of jobs, and no
  /// job is tried twice.
  package func sharingOneProcess() -> PluginRunner {
    var plugin = plugin
    plugin.manifest.isolation = .reuse
    var policy = SupervisionPolicy()
    policy.workerCount = 1
    policy.attempts = 1
    return PluginRunner(plugin: plugin, settings: settings, policy: policy, time: time, report: report)
  }
}
