// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import WoofSync

@Suite struct OutboxTests {
  private let rex = PhotoID(high: 0x0193_0000_0000_7000, low: 1)
  private let bella = PhotoID(high: 0x0193_0000_0000_7000, low: 2)

  private func entry(_ number: Int64, _ photo: PhotoID, _ kind: Outbox.Kind = .favourite) -> Outbox.Entry {
    Outbox.Entry(number: number, photo: photo, kind: kind)
  }

  private func numbers(_ entries: [Outbox.Entry]) -> [Int64] { entries.map(\.number) }

  @Test func `edits of one photo go one after the other, in their order`() {
    var outbox = Outbox()
    outbox.add(entry(1, rex, .metadata))
    outbox.add(entry(2, rex))
    #expect(numbers(outbox.take(upTo: 4, at: .zero)) == [1])
    #expect(outbox.take(upTo: 4, at: .zero).isEmpty)
    outbox.remove(1)
    #expect(numbers(outbox.take(upTo: 4, at: .zero)) == [2])
  }

  @Test func `edits of different photos go side by side, up to the limit`() {
    var outbox = Outbox()
    for number in 1...6 { outbox.add(entry(Int64(number), PhotoID(high: 7, low: UInt64(number)))) }
    #expect(numbers(outbox.take(upTo: 4, at: .zero)) == [1, 2, 3, 4])
    outbox.remove(2)
    #expect(numbers(outbox.take(upTo: 4, at: .zero)) == [5])
  }

  @Test func `an edit with a problem blocks no other`() {
    var outbox = Outbox()
    outbox.add(entry(1, rex, .metadata))
    outbox.add(entry(2, rex))
    outbox.add(entry(3, bella))
    outbox.update(1) { $0.hasProblem = true }
    #expect(numbers(outbox.take(upTo: 4, at: .zero)) == [2, 3])
  }

  @Test func `edits of a photo wait while its upload has a problem`() {
    var outbox = Outbox()
    outbox.add(entry(1, rex, .upload))
    outbox.add(entry(2, rex))
    outbox.update(1) { $0.hasProblem = true }
    #expect(outbox.take(upTo: 4, at: .zero).isEmpty)
    #expect(outbox.isDrained)
    outbox.update(1) { $0.hasProblem = false }
    #expect(numbers(outbox.take(upTo: 4, at: .zero)) == [1])
  }

  @Test func `an edit is not sent before its moment, and others are meanwhile`() {
    var outbox = Outbox()
    outbox.add(entry(1, rex))
    outbox.add(entry(2, bella))
    outbox.update(1) { $0.notBefore = .seconds(5) }
    #expect(numbers(outbox.take(upTo: 4, at: .seconds(1))) == [2])
    #expect(outbox.nextMoment(after: .seconds(1)) == .seconds(5))
    #expect(numbers(outbox.take(upTo: 4, at: .seconds(5))) == [1])
  }

  @Test func `edits of a picture follow it to the id that the service gives`() {
    var outbox = Outbox()
    outbox.add(entry(1, rex, .upload))
    outbox.add(entry(2, rex))
    outbox.add(entry(3, bella, .metadata))
    _ = outbox.take(upTo: 4, at: .zero)
    outbox.remove(1)
    outbox.retarget(rex, to: bella, by: 1)
    #expect(outbox[2]?.photo == bella)
    // The one of the other photo is on its way, so what joins it waits for that.
    #expect(numbers(outbox.take(upTo: 4, at: .zero)) == [2])
    #expect(outbox.take(upTo: 4, at: .zero).isEmpty)
  }

  @Test func `a deletion from before an upload stays with the photo that was`() {
    var outbox = Outbox()
    outbox.add(entry(1, rex, .deletion))
    outbox.add(entry(2, rex, .upload))
    outbox.add(entry(3, rex, .deletion))
    outbox.retarget(rex, to: bella, by: 2)
    #expect(outbox[1]?.photo == rex && outbox[2]?.photo == bella && outbox[3]?.photo == bella)
    #expect(numbers(outbox.take(upTo: 4, at: .zero)) == [1, 2])
  }

  /// The deletion of a photo, and after it an upload of the same picture, with another photo's edit behind it.
  private func addedAgain() -> Outbox {
    var outbox = Outbox()
    outbox.add(entry(1, rex, .deletion))
    var upload = entry(2, bella, .upload)
    upload.waitsFor = 1
    outbox.add(upload)
    outbox.add(entry(3, bella))
    return outbox
  }

  @Test func `a picture that is added again waits for the deletion before it`() {
    var outbox = addedAgain()
    #expect(numbers(outbox.take(upTo: 4, at: .zero)) == [1])
    #expect(!outbox.hasReady(at: .zero) && !outbox.isDrained)
    outbox.update(1) { ($0.isInFlight, $0.notBefore) = (false, .seconds(5)) }
    #expect(outbox.take(upTo: 4, at: .zero).isEmpty)
    #expect(numbers(outbox.take(upTo: 4, at: .seconds(5))) == [1])
    outbox.remove(1)
    #expect(numbers(outbox.take(upTo: 4, at: .zero)) == [2])
  }

  @Test func `a picture that is added again does not wait for a deletion that was refused`() {
    var outbox = addedAgain()
    _ = outbox.take(upTo: 4, at: .zero)
    outbox.update(1) { ($0.isInFlight, $0.hasProblem) = (false, true) }
    #expect(numbers(outbox.take(upTo: 4, at: .zero)) == [2])
  }

  @Test func `a picture that is added again does not wait for a deletion behind an upload that was refused`() {
    var outbox = Outbox()
    outbox.add(entry(1, rex, .upload))
    outbox.add(entry(2, rex, .deletion))
    var upload = entry(3, bella, .upload)
    upload.waitsFor = 2
    outbox.add(upload)
    #expect(numbers(outbox.take(upTo: 4, at: .zero)) == [1])
    outbox.update(1) { ($0.isInFlight, $0.hasProblem) = (false, true) }
    #expect(numbers(outbox.take(upTo: 4, at: .zero)) == [3])
  }

  @Test func `edits of a photo wait for an upload on its way that turns out to be of it`() {
    var outbox = Outbox()
    outbox.add(entry(1, rex, .upload))
    _ = outbox.take(upTo: 4, at: .zero)
    outbox.add(entry(2, rex, .metadata))
    outbox.retarget(rex, to: bella, by: 1)
    outbox.add(entry(3, bella, .deletion))
    #expect(outbox.take(upTo: 4, at: .zero).isEmpty)
    outbox.remove(1)
    #expect(numbers(outbox.take(upTo: 4, at: .zero)) == [2])
  }

  @Test func `ten thousand edits of as many photos are all sent, each once`() {
    var outbox = Outbox()
    for number in 1...10_000 { outbox.add(entry(Int64(number), PhotoID(high: 7, low: UInt64(number)))) }
    var sent: [Int64] = []
    while !outbox.isEmpty {
      let taken = outbox.take(upTo: 4, at: .zero)
      guard !taken.isEmpty else { break }
      for entry in taken {
        sent.append(entry.number)
        outbox.remove(entry.number)
      }
    }
    #expect(sent == Array(1...10_000))
  }
}
