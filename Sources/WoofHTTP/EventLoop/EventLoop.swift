/// A thread with its own epoll, its own connections and its own tasks.
public final class EventLoop: Sendable {
  /// The position of the loop in its group, from 0.
  public let index: Int

  init(index: Int) { self.index = index }
}
