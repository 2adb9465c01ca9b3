import WoofModel

/// What a job found wrong, though it did what it was asked for.
enum JobFinding {
  /// A sentence with what to do; `nil` where all is well.
  static func sentence(on job: AdminJob) -> String? {
    guard job.state == .done, case .object(let result)? = job.result else { return nil }
    if case .bool(false)? = result["isSound"] {
      return "What is stored is not sound. To repair it, stop the service; see: woof check --help"
    }
    if case .array(let missing)? = result["missingBlobs"], !missing.isEmpty {
      let blobs = missing.count == 1 ? "1 blob that was" : "\(ShortText.count(missing.count)) blobs that were"
      return "The backup lacks \(blobs) missing or damaged when it was made; see: woof check --help"
    }
    if case .integer(let count)? = result["failedCount"], count > 0 {
      let photos = count == 1 ? "1 photo" : "\(ShortText.count(count)) photos"
      return "Nothing could be derived from \(photos); see: quarantine list"
    }
    return nil
  }
}
