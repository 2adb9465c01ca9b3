// SPDX-License-Identifier: Apache-2.0

import Combine

/// Sends values through ten operators.
func sendThroughTen(_ count: Int) {
  send(count) { subject in
    // Not those of a sequence's publisher, which work on the sequence.
    let some = subject.map { $0 &+ 1 }.filter { $0 >= 0 }.map { $0 &* 3 }.removeDuplicates()
    let others = some.compactMap { (number: Int) -> Int? in number }.map { $0 ^ 5 }
    return others.scan(0) { $0 &+ $1 }.filter { $0 != 7 }.map { $0 >> 1 }.dropFirst(1)
  }
}

/// Sends values through the forms of operators whose closures may throw.
func sendThroughThrowing(_ count: Int) {
  send(count) { subject in
    let some = subject.tryMap { $0 &+ 1 }.tryFilter { $0 >= 0 }.tryScan(0) { $0 &+ $1 }
    let others = some.tryCompactMap { (number: Int) -> Int? in number }.tryRemoveDuplicates(by: ==)
    return others.tryDrop { $0 < 1 }.tryPrefix { $0 >= 0 }.replaceError(with: 0)
  }
}

/// Sends values through operators that let some pass, and one that makes one of all.
func sendThroughReducing(_ count: Int) {
  send(count) { subject in
    let some = subject.drop { $0 < 1 }.prefix { $0 >= 0 }.prefix(count)
    return some.append(1).prepend(2).reduce(0) { $0 &+ $1 }
  }
}
