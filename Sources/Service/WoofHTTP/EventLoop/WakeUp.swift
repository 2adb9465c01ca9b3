import CLinux
import Glibc

/// Wakes a loop from its wait. It is watched edge-triggered: each signal is a new edge, and nobody has to read it.
final class WakeUp: DescriptorObserver, Sendable {
  /// An eventfd.
  let descriptor: Int32

  /// - Throws: where the process or the system has no descriptor left.
  init() throws(SystemError) {
    descriptor = try SystemCall.check("eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }
  }

  deinit { close(descriptor) }

  /// Ends the loop's wait, or its next one.
  func signal() { eventfd_write(descriptor, 1) }

  func descriptorIsReady(_ readiness: Readiness) {}
}
