// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import WoofStorage

/// The system's files behind a layer that fails on purpose.
final class FaultyFileSystem: InterceptedFileSystem {
  /// What happens to a call.
  enum Fate: Sendable {
    /// It succeeds.
    case success
    /// It fails with a number of the system.
    case failure(Int32)
    /// Only so many bytes are written.
    case short(Int)
  }

  private struct State {
    var calls: [FileSystemCall] = []
    var decide: @Sendable (_ call: FileSystemCall, _ number: Int) -> Fate = { _, _ in .success }
  }

  let real = SystemFileSystem()
  private let state = Mutex(State())

  /// All calls so far.
  var calls: [FileSystemCall] { state.withLock { $0.calls } }

  /// Forgets the calls so far, and lets `decide` say what happens to those that come, which are counted from 0.
  func decide(_ decide: @escaping @Sendable (_ call: FileSystemCall, _ number: Int) -> Fate) {
    state.withLock { state in
      state.calls = []
      state.decide = decide
    }
  }

  /// Lets all calls of a name fail.
  func fail(_ name: String, _ number: Int32) {
    decide { call, _ in call.name == name ? .failure(number) : .success }
  }

  /// Lets a call and all after it do nothing, as if the process had died there.
  func die(at number: Int) {
    decide { _, current in current >= number ? .failure(EIO) : .success }
  }

  /// Lets everything succeed again.
  func heal() { decide { _, _ in .success } }

  func check(_ call: FileSystemCall) throws(FileSystemError) {
    if case .failure(let number) = next(call) { throw call.failure(number) }
  }

  func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FileSystemError) -> Int {
    let call = FileSystemCall("write")
    switch next(call) {
    case .success: return try real.write(bytes, to: descriptor)
    case .failure(let number): throw call.failure(number)
    case .short(let count):
      return try real.write(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), to: descriptor)
    }
  }

  private func next(_ call: FileSystemCall) -> Fate {
    let (decide, number) = state.withLock { state in
      defer { state.calls.append(call) }
      return (state.decide, state.calls.count)
    }
    return decide(call, number)
  }
}
