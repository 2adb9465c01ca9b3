// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofAdministration
import WoofModel

@testable import WoofServer

@Suite struct PluginStateTests {
  @Test(arguments: AdminPlugin.State.allCases)
  func `among loadable plugins only those that are switched off have a problem`(state: AdminPlugin.State) {
    #expect((state.problem != nil) == (state == .backingOff))
  }
}
