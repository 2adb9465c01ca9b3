extension PluginRunner {
  /// A runner of the same plugin whose jobs share one process, whatever the manifest says of isolation, so that what the
  /// plugin keeps of each adds up. The process is not replaced after a number of jobs, and no job is tried twice.
  public func sharingOneProcess() -> PluginRunner {
    var plugin = plugin
    plugin.manifest.isolation = .reuse
    var policy = SupervisionPolicy()
    policy.workerCount = 1
    policy.attempts = 1
    return PluginRunner(plugin: plugin, settings: settings, policy: policy, time: time, report: report)
  }
}
