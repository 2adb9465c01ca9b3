import Foundation
import Testing

@testable import URLLoading

struct DelegateContentTests {
  private let content = DelegateContent()

  private func add(_ count: Int, of byte: UInt8 = 0, mayWait: Bool = false) -> DelegateContent.Step {
    [UInt8](repeating: byte, count: count).withUnsafeBytes { content.add($0, mayWait: mayWait) }
  }

  @Test func `content that may not wait is handed over at once`() {
    #expect(add(1).callsDelegate)
  }

  @Test func `what comes before the delegate is called goes with the same call`() {
    #expect(add(2, of: 1).callsDelegate)
    #expect(!add(1, of: 2).callsDelegate)
    #expect(content.take().content == Data([1, 1, 2]))
    #expect(add(1).callsDelegate)
  }

  @Test func `a little content waits for more until it is called for`() {
    #expect(!add(1, mayWait: true).callsDelegate)
    #expect(content.call())
    #expect(!content.call())
    #expect(content.take().content.count == 1)
    #expect(!content.call())
  }

  @Test func `enough content does not wait`() {
    #expect(!add(200 << 10, mayWait: true).callsDelegate)
    #expect(add(56 << 10, mayWait: true).callsDelegate)
  }

  @Test func `a delegate that is behind stops the content until it takes what there is`() {
    #expect(!add((1 << 20) - 1).stops)
    #expect(add(1).stops)
    #expect(content.take().resumes)
    #expect(!add(1).stops)
    #expect(!content.take().resumes)
  }
}
