import WoofSync

extension OfflinePark {
  /// Shows a bar for each upload that is being sent, by the number of its edit, until the replica is closed.
  func followUploads(_ show: ([Int64: Double]) -> Void) async {
    for await uploads in library.uploadUpdates {
      show(Dictionary(uniqueKeysWithValues: uploads.map { ($0.number, $0.fractionCompleted) }))
    }
  }
}
