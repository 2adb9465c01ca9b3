import Foundation
import WoofSync

/// The tutorial's app with a replica: it works in a tunnel.
actor OfflinePark {
  let library: PhotoReplica
  var ids = PhotoListSnapshot()

  /// Opens the replica of a folder of the app's own.
  init(folder: URL, client: WoofClient) async throws {
    library = try await PhotoReplica.open(folder, client: client)
  }

  /// Keeps the replica in step from now on.
  func begin() async { await library.start() }

  /// Shows the list, now and each time that it changes.
  func followList() async throws {
    for try await update in library.photos(order: .newest) { ids = update.snapshot }
  }

  /// The photos that a view shows, read as they scroll by.
  func photos(in range: Range<Int>) throws -> [ReplicaPhoto] {
    try library.photos(of: ids, in: range)
  }
}
