// SPDX-License-Identifier: Apache-2.0

/// What a trial of the order of changes has come to.
package struct OrderTrialReport: Sendable {
  /// Where chance began.
  package let seed: UInt64
  /// The number of rounds that were run.
  package internal(set) var roundCount = 0
  /// The number of writes that were made, and of those whose node could not say what became of them.
  package internal(set) var writeCount = 0, refusalCount = 0
  /// The number of changes that stand in the log.
  package internal(set) var changeCount: Int64 = 0
  /// The number of transactions that stood between their numbers and their commit.
  package internal(set) var standCount = 0
  /// The number of connections that were cut, and of processes of the server that were ended.
  package internal(set) var cutCount = 0
  /// The number of pages that were read.
  package internal(set) var pageCount = 0
  /// What is wrong; nothing is where this is empty.
  package internal(set) var faults: [String] = []

  /// The figures, for people.
  package var text: String {
    """
    \(roundCount) rounds of seed \(seed): \(writeCount) writes (\(refusalCount) not answered), \(changeCount) changes, \
    \(standCount) stalled before the commit, \(cutCount) cut, \(pageCount) pages
    """
  }
}
