// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization
import Testing
import WoofSystem

@testable import WoofPlugins

struct WaitingTests {
  @Test func `an error ends a wait, whatever time is left`() async {
    await #expect(processExitsWith: .success) {
      // Then poll(2) fails for any descriptor.
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = 0
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      alarm(20)
      let waiting = Waiting.readable([0], until: .max) { 0 }
      limit.rlim_cur = limit.rlim_max
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      guard case .failed(let reason) = waiting, reason.hasPrefix("poll: ") else { exit(1) }
    }
  }

  @Test func `readable data are told apart from a timeout`() throws {
    let first = try FileDescriptor.event()
    let second = try FileDescriptor.event()
    var time: Int64 = 0
    func now() -> Int64 {
      time += 1_000_000
      return time
    }
    #expect(Waiting.readable([first.number, second.number], until: 2_000_000, now: now) == .late)
    second.signal()
    let waiting = Waiting.readable([first.number, second.number], until: .max, now: now)
    #expect(waiting == .ready([false, true]))
    #expect(!waiting.isReady(0) && waiting.isReady(1))
  }

  @Test func `a signal that interrupts a wait does not end it`() async {
    await #expect(processExitsWith: .success) {
      alarm(20)
      signal(SIGUSR1) { _ in }
      // Threads that run tasks take no signals by themselves.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGUSR1)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      let waiter = pthread_self()
      let isOver = Atomic(false)
      Thread.detachNewThread {
        while !isOver.load(ordering: .relaxed) {
          pthread_kill(waiter, SIGUSR1)
          // Without a pause the thread would come to nothing but signals.
          usleep(1_000)
        }
      }
      var askedCount = 0
      let waiting = Waiting.readable([], until: .max) {
        askedCount += 1
        // Only signals go on with it, until the time is over.
        return askedCount < 6 ? 0 : .max
      }
      isOver.store(true, ordering: .relaxed)
      guard waiting == .late, askedCount >= 6 else { exit(1) }
    }
  }
}
