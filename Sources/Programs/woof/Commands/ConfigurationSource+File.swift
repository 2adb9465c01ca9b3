// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofConfiguration
import WoofServer

extension ConfigurationSource {
  /// The configuration of a file; where none is given, of `woof.json5` in the data folder, where that is there.
  static func file(
    _ file: String?, orOf dataFolder: String, overrides: [ConfigurationOverride]
  ) -> ConfigurationSource {
    let standardFile = "\(dataFolder)/woof.json5"
    return ConfigurationSource(overrides: overrides) {
      guard let file = file ?? (access(standardFile, F_OK) == 0 ? standardFile : nil) else {
        return ("{}", "the command line")
      }
      return (try ConfigurationFile.read(path: file), file)
    }
  }
}
