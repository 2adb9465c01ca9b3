// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import WoofServer

@Suite struct PluginStateTests {
  @Test(arguments: AdminPlugin.State.allCases)
  func `of the plugins that can be loaded, those have a problem that were switched off`(state: AdminPlugin.State) {
    #expect((state.problem != nil) == (state == .backingOff))
  }
}
