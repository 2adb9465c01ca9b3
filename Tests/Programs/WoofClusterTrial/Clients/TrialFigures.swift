// SPDX-License-Identifier: Apache-2.0

/// What clients have done so far, in numbers.
struct TrialFigures: Sendable {
  /// The photos that were acknowledged, and those of them that were deleted.
  var photoCount = 0, deletedCount = 0
  /// The favourites that stand.
  var likeCount = 0
  /// The numbers of responses by their statuses; 0 stands for none that came.
  var statuses: [Int: Int] = [:]
  /// How often what a node that is gone had begun was let lapse, which takes two minutes otherwise.
  var lapseCount = 0

  /// The figures, for people.
  var text: String {
    let statuses = statuses.sorted { $0.key < $1.key }.map { "\($0.key == 0 ? "none" : "\($0.key)"): \($0.value)" }
    return """
      \(photoCount) photos acknowledged, \(deletedCount) of them deleted, \(likeCount) favourites; \(lapseCount) lapses; \
      responses \(statuses.joined(separator: ", "))
      """
  }
}
