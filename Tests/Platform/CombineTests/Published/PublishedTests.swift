// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct PublishedTests {
  private class Contact: ObservableObject {
    @Published var name: String
    @Published var age = 1
    var note = ""

    init(name: String) {
      self.name = name
    }
  }

  private final class Friend: Contact {
    @Published var nickname = ""
  }

  @Test func `a subscriber gets the value, and each new one before the property has it`() {
    let contact = Contact(name: "Ada")
    var seen: [String] = []
    let sink = contact.$name.sink { seen.append("\($0), was \(contact.name)") }
    contact.name = "Eve"
    #expect(seen == ["Ada, was Ada", "Eve, was Ada"])
    #expect(contact.name == "Eve")
    withExtendedLifetime(sink) {}
  }

  @Test func `the property's publisher obeys demand`() {
    let contact = Contact(name: "Ada")
    let probe = contact.$age.probe(.max(1))
    contact.age = 2
    contact.age = 3
    #expect(probe.values == [1])
    probe.request(.max(1))
    #expect(probe.values == [1, 3])
    probe.expectKept()
  }

  @Test func `the object reports every change, whatever the demand`() {
    let contact = Contact(name: "Ada")
    var changes = 0
    let subscriber = AnySubscriber<Void, Never>(receiveValue: {
      changes += 1
      return .none
    })
    contact.objectWillChange.subscribe(subscriber)
    contact.age = 2
    contact.age = 3
    #expect(changes == 2)
  }

  @Test func `a publisher of an object may be cancelled`() throws {
    let publisher = ObservableObjectPublisher()
    var subscription: (any Subscription)?
    var changes = 0
    publisher.subscribe(
      AnySubscriber<Void, Never>(
        receiveSubscription: { subscription = $0 },
        receiveValue: {
          changes += 1
          return .none
        }))
    publisher.send()
    try #require(subscription).cancel()
    publisher.send()
    #expect(changes == 1)
  }

  @Test func `the object reports changes of its properties before they happen`() {
    let contact = Contact(name: "Ada")
    var ages: [Int] = []
    let sink = contact.objectWillChange.sink { ages.append(contact.age) }
    contact.age = 2
    contact.age += 1
    contact.note = "nothing"
    #expect(ages == [1, 2])
    withExtendedLifetime(sink) {}
  }

  @Test func `an object reports changes of its own and of inherited properties`() {
    let friend = Friend(name: "Ada")
    var count = 0
    let sink = (friend as Contact).objectWillChange.sink { count += 1 }
    friend.name = "Eve"
    friend.nickname = "E"
    #expect(count == 2)
    withExtendedLifetime(sink) {}
  }

  @Test func `the publisher of an object stays the same for the life of the object`() {
    let contact = Contact(name: "Ada")
    #expect(contact.objectWillChange === contact.objectWillChange)
    #expect(contact.objectWillChange !== Contact(name: "Ada").objectWillChange)
  }

  @Test func `an object without published properties can send by itself`() {
    final class Plain: ObservableObject {}
    let plain = Plain()
    var count = 0
    let sink = plain.objectWillChange.sink { count += 1 }
    plain.objectWillChange.send()
    #expect(count == 1)
    withExtendedLifetime(sink) {}
  }

  @Test func `publishers of objects that have gone do not pile up`() {
    var publishers: [ObjectIdentifier: Int] = [:]
    for _ in 0..<1_000 {
      let contact = Contact(name: "Ada")
      var count = 0
      let sink = contact.objectWillChange.sink { count += 1 }
      contact.age = 5
      publishers[ObjectIdentifier(contact.objectWillChange), default: 0] += 1
      #expect(count == 1)
      withExtendedLifetime(sink) {}
    }
    #expect(publishers.count > 1)
  }

  @Test func `observing an object does not keep it alive`() {
    expectReleased { token in
      final class Keeper: ObservableObject {
        @Published var number = 0
        let token: Token
        init(_ token: Token) { self.token = token }
      }
      let keeper = Keeper(token)
      let sinks = [keeper.objectWillChange.sink {}, keeper.$number.sink { _ in }]
      keeper.number = 1
      return sinks
    }
  }

  @Test func `assigning to a published property sets and publishes it`() {
    let contact = Contact(name: "Ada")
    let names = PassthroughSubject<String, Never>()
    var count = 0
    let sink = contact.objectWillChange.sink { count += 1 }
    names.assign(to: &contact.$name)
    let probe = contact.$name.probe()
    names.send("Eve")
    #expect(contact.name == "Eve")
    #expect(probe.values == ["Ada", "Eve"])
    #expect(count == 1)
    withExtendedLifetime(sink) {}
  }

  @Test func `an assignment ends with its object, which it does not keep alive`() {
    let upstream = ManualPublisher<String, Never>()
    weak var released: Contact?
    do {
      let contact = Contact(name: "Ada")
      released = contact
      upstream.assign(to: &contact.$name)
      upstream.send("Eve")
      #expect(contact.name == "Eve")
    }
    #expect(released == nil)
    #expect(upstream.isCancelled)
  }

  @Test func `an object with its own publisher sends through that`() {
    final class Own: ObservableObject {
      let objectWillChange = PassthroughSubject<String, Never>()
      @Published var number = 0
    }
    let own = Own()
    var messages: [String] = []
    let sink = own.objectWillChange.sink { messages.append($0) }
    own.number = 1
    own.objectWillChange.send("changed")
    #expect(messages == ["changed"])
    withExtendedLifetime(sink) {}
  }
}
