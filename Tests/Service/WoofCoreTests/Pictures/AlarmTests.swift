// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofCore

@Suite(.timeLimit(.minutes(1))) struct AlarmTests {
  @Test func `ringing wakes a sleeper`() async {
    let alarm = Alarm()
    let sleeper = Task { await alarm.sleep(for: .seconds(3600)) }
    // Whether it sleeps already or not yet, it is woken.
    alarm.ring()
    await sleeper.value
  }

  @Test func `an alarm that rang before shortens the next sleep, and only that one`() async {
    let alarm = Alarm()
    alarm.ring()
    await alarm.sleep(for: .seconds(3600))
    let sleeper = Task { await alarm.sleep(for: .seconds(3600)) }
    sleeper.cancel()
    await sleeper.value
  }

  @Test func `a sleeper wakes by itself when its time is over`() async {
    await Alarm().sleep(for: .milliseconds(1))
  }

  @Test func `a sleep of no time returns at once, and forgets that the alarm rang`() async {
    let alarm = Alarm()
    alarm.ring()
    await alarm.sleep(for: .zero)
    let sleeper = Task { await alarm.sleep(for: .seconds(3600)) }
    await eventually(alarm)
    alarm.ring()
    await sleeper.value
  }

  @Test(.disabled(if: Sanitizer.isActive, "it keeps notes beside the memory"))
  func `an early wake releases the sleeper at once`() async {
    // In a process of its own, as other tests use memory meanwhile.
    await #expect(processExitsWith: .success) {
      let alarm = Alarm()
      await wake(alarm, times: 1_000)
      let before = ResidentMemory.allocated
      await wake(alarm, times: 40_000)
      #expect(ResidentMemory.allocated - before < 6_000)
    }
  }
}

private func wake(_ alarm: Alarm, times: Int) async {
  for _ in 0..<times {
    let sleeper = Task { await alarm.sleep(for: .seconds(3600)) }
    await eventually(alarm)
    alarm.ring()
    await sleeper.value
  }
}

private func eventually(_ alarm: Alarm) async {
  while !alarm.isSlept { await Task.yield() }
}
