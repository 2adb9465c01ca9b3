import Glibc
import Testing

@testable import URLLoading

struct LoopSocketsTests {
  @Test func `a loop that cannot wait ends the process instead of turning for ever`() async {
    await #expect(processExitsWith: .failure) {
      let sockets = LoopSockets(waking: eventfd(0, Int32(EFD_CLOEXEC)))
      closefrom(3)
      _ = sockets.wait(milliseconds: 0)
    }
  }
}
