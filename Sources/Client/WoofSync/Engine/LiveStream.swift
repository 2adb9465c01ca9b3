// SPDX-License-Identifier: Apache-2.0

/// A replica's connections to the live stream: which of them counts, and the changes that it has brought and that are not
/// written yet.
struct LiveStream: Sendable {
  /// The task that reads the stream; `nil` while there is none.
  private(set) var task: Task<Void, Never>?
  /// Grows with each connection, so that what an older one still tells is passed over.
  private var number = 0
  private var unwritten: [PhotoChange] = []

  /// Begins a connection.
  ///
  /// - Returns: Its number, by which it is known.
  mutating func begin() -> Int {
    number += 1
    return number
  }

  /// Notes the task that reads the connection that was begun last.
  mutating func note(_ task: Task<Void, Never>) { self.task = task }

  /// Ends the connection; changes that are not written are dropped, and come again by the token.
  mutating func end() {
    number += 1
    task?.cancel()
    task = nil
    unwritten = []
  }

  /// Returns `true` if a connection is the one that counts.
  func isCurrent(_ number: Int) -> Bool { number == self.number }

  /// Adds a change that has come.
  ///
  /// - Returns: `true` if it is the only one that is not written: those that come meanwhile are written together.
  mutating func append(_ change: PhotoChange) -> Bool {
    unwritten.append(change)
    return unwritten.count == 1
  }

  /// Takes the changes that are to be written.
  mutating func takeUnwritten() -> [PhotoChange] {
    defer { unwritten = [] }
    return unwritten
  }
}
