// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
package import WoofPostgreSQL

/// The database is looked at all the time, so that its silence shows before anybody asks for something.
extension PostgresStore: StoreCondition {
  /// The silence from which on the database counts as gone. A restart of the server takes less.
  private static let longestSilence = Duration.seconds(3)

  /// The time for which the database has not responded, with the reason for it, or what keeps nodes from writing; `nil` as long as all
  /// is well.
  package var obstacle: String? {
    if follower.isClosed {
      return "The records are moved into a data folder; stop this node when they have been."
    }
    let silence = follower.silence
    guard silence > Self.longestSilence else { return nil }
    let reason = pool.statistics.lastFailure.map { " (\($0))" } ?? ""
    return "The database has not responded for \(silence.components.seconds) seconds\(reason)."
  }

  /// Nothing: a database takes all work, or none.
  package var impairment: String? { nil }

  /// The connections for reading, and the calls that wait for one.
  package var connections: PostgreSQLPoolStatistics { pool.statistics }
}
