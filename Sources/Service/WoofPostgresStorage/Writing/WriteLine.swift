// SPDX-License-Identifier: Apache-2.0

/// The operations that wait for the writer, as a value: taken in their order, as many as a batch may hold.
///
/// Of operations on the same thing a batch holds one. The others wait for the next, so that a statement for all of a batch never
/// meets the same row twice, and each sees what the one before it has done.
struct WriteLine<Operation> {
  private var waiting: [Operation] = []

  /// The number of operations that wait.
  var count: Int { waiting.count }

  /// `true` if nothing waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Puts an operation at the end.
  mutating func append(_ operation: Operation) { waiting.append(operation) }

  /// Puts operations that are to be tried again before all others, in their order.
  mutating func putBack(_ operations: [Operation]) { waiting.insert(contentsOf: operations, at: 0) }

  /// Takes a batch.
  ///
  /// - Parameters:
  ///   - limit: The most operations of a batch.
  ///   - key: Names the thing that an operation is on; `nil` for one that goes with any other.
  mutating func takeBatch<Key: Hashable>(limit: Int, key: (Operation) -> Key?) -> [Operation] {
    var (batch, rest) = ([Operation](), [Operation]())
    var taken: Set<Key> = []
    for (index, operation) in waiting.enumerated() {
      guard batch.count < limit else {
        rest += waiting[index...]
        break
      }
      if let key = key(operation), !taken.insert(key).inserted {
        rest.append(operation)
      } else {
        batch.append(operation)
      }
    }
    waiting = rest
    return batch
  }
}
