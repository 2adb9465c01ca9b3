internal import Glibc

/// The time for which the calling thread has had a processor. A thread that is kept waiting uses none, so what sending
/// costs does not seem more on a busy machine.
enum ThreadTime {
  /// The processor time in nanoseconds.
  static var nanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
