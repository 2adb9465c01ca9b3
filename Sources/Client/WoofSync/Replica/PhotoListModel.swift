// SPDX-License-Identifier: Apache-2.0

public import Observation

/// A live list for views: SwiftUI shows it, and so does whatever else observes with the `Observation` module.
///
/// ```swift
/// @State private var model = PhotoListModel(library, PhotoListQuery(.own))
/// List(model.ids, id: \.self) { id in PhotoRow(model.photo(id)) }.task { await model.run() }
/// ```
@MainActor
@Observable
public final class PhotoListModel {
  /// The list as it is now; empty before the first update.
  public private(set) var ids = PhotoListSnapshot()
  /// The difference from the list before.
  public private(set) var difference = PhotoListDifference()
  /// The error that ended the updates; `nil` as long as they come.
  public private(set) var error: WoofError?

  @ObservationIgnored private let replica: PhotoReplica
  @ObservationIgnored private let query: PhotoListQuery

  /// Makes the model of a list.
  public init(_ replica: PhotoReplica, _ query: PhotoListQuery = PhotoListQuery()) {
    self.replica = replica
    self.query = query
  }

  /// Follows the list until the task is cancelled or the replica is closed.
  public func run() async {
    do {
      for try await update in replica.photos(query) {
        ids = update.snapshot
        difference = update.difference
      }
    } catch let failure as WoofError {
      error = failure
    } catch {
      // Whoever cancelled the task knows.
    }
  }

  /// A photo of the list; `nil` where it is gone.
  public func photo(_ id: PhotoID) -> ReplicaPhoto? { try? replica.photo(id) }
}
