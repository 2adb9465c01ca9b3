// SPDX-License-Identifier: Apache-2.0

/// What a run has come to.
struct CrashReport: Sendable {
  let seed: UInt64
  var roundCount = 0
  /// The photos that were acknowledged, and those of them that were deleted.
  var photoCount = 0, deletedCount = 0
  /// The favourites that stand at the end.
  var likeCount = 0
  /// The numbers of responses by their statuses; 0 stands for none that came.
  var statuses: [Int: Int] = [:]
  /// How often what a node that is gone had begun was let lapse, which takes two minutes otherwise.
  var lapseCount = 0
  /// The numbers of failures by their kinds.
  var mishaps: [String: Int] = [:]
  /// What is not as it should be.
  var complaints: [String] = []

  init(seed: UInt64) { self.seed = seed }

  /// The figures, for people.
  var text: String {
    let statuses = statuses.sorted { $0.key < $1.key }.map { "\($0.key == 0 ? "none" : "\($0.key)"): \($0.value)" }
    let mishaps = mishaps.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return """
      \(roundCount) rounds of seed \(seed): \(photoCount) photos acknowledged, \(deletedCount) of them deleted, \(likeCount) favourites; \
      \(lapseCount) lapses; responses \(statuses.joined(separator: ", ")); \(mishaps.joined(separator: ", "))
      """
  }
}
