import Foundation

/// What an app sees of a transfer, where it wants to see it.
struct TransferProgress: Sendable {
  private let progress: Progress?

  init(_ progress: Progress?) { self.progress = progress }

  var isWatched: Bool { progress != nil }
  var isCancelled: Bool { progress?.isCancelled ?? false }

  /// - Parameter total: -1 where it is not known.
  func set(_ count: Int64, of total: Int64) {
    guard let progress else { return }
    if progress.totalUnitCount != total { progress.totalUnitCount = total }
    progress.completedUnitCount = count
  }

  /// Has the app's `cancel()` end the transfer, or `nil` end nothing.
  func onCancel(_ body: (@Sendable () -> Void)?) {
    progress?.cancellationHandler = body
    if isCancelled { body?() }
  }
}
