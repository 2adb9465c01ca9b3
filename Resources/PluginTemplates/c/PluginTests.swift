import @MODULE@
import Testing

struct @MODULE@Tests {
  @Test func `there is a table for the ABI of this kit, and none for another`() {
    #expect(woof_plugin_entry(1)?.pointee.abi == 1)
    #expect(woof_plugin_entry(2) == nil)
  }
}
