// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessKit
import Testing
import WoofModel

@testable import TestKit

/// Tests that other users of the machine see neither the data folder nor the memory of the service.
struct SecretMemoryTests {
  @Test func `a data folder that others can open gives a warning, and a new one does not`()
    async throws
  {
    for mode in [nil, 0o700, 0o750, 0o701] as [mode_t?] {
      let folder = try TemporaryFolder()
      if let mode {
        #expect(mkdir(folder.path("data"), 0o700) == 0)
        #expect(chmod(folder.path("data"), mode) == 0)
      }
      let log = try await withService(in: folder) { try $0.log() }
      #expect(log.contains("chmod go= \(folder.path("data"))") == ((mode ?? 0o700) & 0o077 != 0))
    }
  }

  @Test(
    .enabled(if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0, "needs root, and another user"),
    arguments: [false, true])
  func `the memory of the service is not dumped unless the configuration allows it`(isAllowed: Bool) async throws {
    let folder = try TemporaryFolder()
    #expect(chmod(folder.path, 0o777) == 0)
    try folder.write("{coreDumps: \(isAllowed)}", to: "woof.json5")
    #expect(chmod(folder.path("woof.json5"), 0o644) == 0)
    let other: uid_t = 65_534
    try await blocking {
      let serving = try await ServingProgram(
        ["--data", folder.path("data"), "--listen", "127.0.0.1:0", "--config", folder.path("woof.json5")],
        under: ["/usr/bin/setpriv", "--reuid=\(other)", "--regid=\(other)", "--clear-groups"])
      // The files of a process that must not be dumped are root's (proc_pid(5)).
      var status = stat()
      #expect(stat("/proc/\(serving.program.identifier)/status", &status) == 0)
      #expect(status.st_uid == (isAllowed ? other : 0))
      #expect(try serving.client().get("/readyz").status == 200)
      #expect(try await serving.stop().code == 0)
    }
  }
}
