// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofPlugins

/// The folders in which plugins are looked for, and the path of the worker.
struct PluginFolders {
  /// The folders, in order.
  let paths: [String]
  /// The worker executable.
  let workerPath: String

  init(from reader: inout ArgumentReader) {
    let given = reader.options(
      "--folder", .text("FOLDER"),
      "A folder of plugins. Without it, those of this program and of /usr/lib/woof/plugins are looked at.")
    paths = given.isEmpty ? PluginSearch.standardFolders : given
    workerPath = WorkerSettings.standardWorkerPath
  }
}
