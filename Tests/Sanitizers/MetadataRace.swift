// SPDX-License-Identifier: Apache-2.0

// Crashes in about one of four runs when compiled by Swift 6.3.1 with -O: Documentation/metadata-race.md.

import Glibc

// Metadata that take half a millisecond to complete, as each level needs the one below. Those of `AccountID?` take less
// than a microsecond, which only makes the crash rarer.
protocol Depth {
  associatedtype Layout
}
struct Ground: Depth {
  typealias Layout = UInt8
}
struct Above<Next: Depth>: Depth {
  typealias Layout = Level<Next>
}
struct Level<Next: Depth> {
  var next: Next.Layout
  var byte: UInt8
}
typealias Four<Below: Depth> = Above<Above<Above<Above<Below>>>>
typealias Sixteen<Below: Depth> = Four<Four<Four<Four<Below>>>>
struct Deep: Depth {
  typealias Layout = Level<Sixteen<Sixteen<Sixteen<Sixteen<Ground>>>>>
}
struct Slow<Extent: Depth> {
  var layout: Extent.Layout
}

protocol Bindable {
  func bind(at index: Int32) -> Int32
}
extension Int: Bindable {
  func bind(at index: Int32) -> Int32 { index }
}
extension Slow: Bindable {
  func bind(at index: Int32) -> Int32 { index }
}
extension Optional: Bindable where Wrapped: Bindable {
  func bind(at index: Int32) -> Int32 { self?.bind(at: index) ?? 0 }
}

final class Statement {
  // Asks for the witness table of `Optional: Bindable`, which takes the metadata of `Slow<Deep>?` in whatever state they
  // are and keeps them in the cache variable …
  @inline(never)
  func rows<each Value: Bindable>(_ values: repeat each Value, body: (Int32) -> Bool) -> Int32 {
    bind(repeat each values)
  }

  // … out of which this takes them for complete, and makes room for a copy of the value by their size.
  private func bind<each Value: Bindable>(_ values: repeat each Value) -> Int32 {
    var index: Int32 = 0
    for value in repeat each values {
      index += 1
      _ = value.bind(at: index)
    }
    return index
  }
}

@inline(never) func read(_ account: Slow<Deep>?) -> Int32 { Statement().rows(1, 2, account) { $0 > 0 } }

nonisolated(unsafe) var start = pthread_barrier_t()  // made before there is any thread that waits at it

func readOnThreads(_ count: Int) {
  pthread_barrier_init(&start, nil, UInt32(count))
  let threads = (0..<count).map { _ in
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        pthread_barrier_wait(&start)
        _ = read(nil)
        return nil
      }, nil)
    return thread
  }
  for thread in threads { pthread_join(thread, nil) }
}

readOnThreads(4)
