import Testing

@testable import WoofCore

@Suite(.timeLimit(.minutes(1))) struct AlarmTests {
  @Test func `who sleeps is woken`() async {
    let alarm = Alarm()
    let sleeper = Task { await alarm.sleep(for: .seconds(3600)) }
    // Whether it sleeps already or not yet, it is woken.
    alarm.ring()
    await sleeper.value
  }

  @Test func `an alarm that rang before makes the next sleep short, and only that`() async {
    let alarm = Alarm()
    alarm.ring()
    await alarm.sleep(for: .seconds(3600))
    let sleeper = Task { await alarm.sleep(for: .seconds(3600)) }
    sleeper.cancel()
    await sleeper.value
  }
}
