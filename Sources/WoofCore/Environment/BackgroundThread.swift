internal import Glibc

/// Threads whose work may wait.
public enum BackgroundThread {
  /// How nice such a thread is (sched(7)): it gets a tenth of a processor that others want as well, so that it comes to its
  /// end however busy the machine is.
  private static let niceness: Int32 = 10

  /// Lets this thread, and those it starts from now on, step back behind others that want the processor. It stays so until
  /// it ends.
  public static func stepBack() {
    // On Linux the priority is the thread's, in spite of the name. Where it is refused, the thread goes on as it is.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
  }
}
