import Testing
import WoofPluginKit

@testable import @MODULE@

struct @MODULE@Tests {
  @Test func `the least number of bytes is a parameter`() throws {
    #expect(@MODULE@.leastByteCount(.object([])) == 20)
    #expect(@MODULE@.leastByteCount(.object([JSON.Member("leastByteCount", 7)])) == 7)
  }

  @Test func `there is a table for the ABI of this kit, and none for another`() {
    #expect(entry(abi: 1) != nil)
    #expect(entry(abi: 2) == nil)
  }
}
