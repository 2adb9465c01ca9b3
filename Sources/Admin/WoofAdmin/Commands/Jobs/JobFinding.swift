// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofModel

/// The texts about jobs that did their work and found something wrong.
enum JobFinding {
  /// A sentence with what to do; `nil` where all is well.
  static func sentence(on job: AdminJob) -> String? {
    guard let finding = finding(of: job), case .object(let result)? = job.result else { return nil }
    switch finding {
    case .damage: return "What is stored is not sound. To repair it, stop the service; see: woof check --help"
    case .incomplete:
      guard case .array(let missing)? = result["missingBlobs"] else { return nil }
      let blobs = missing.count == 1 ? "1 blob that was" : "\(ShortText.count(missing.count)) blobs that were"
      return "The backup lacks \(blobs) missing or damaged when it was made; see: woof check --help"
    case .failures:
      guard case .integer(let count)? = result["failedCount"] else { return nil }
      let photos = count == 1 ? "1 photo" : "\(ShortText.count(count)) photos"
      return "Nothing could be derived from \(photos); see: quarantine list"
    }
  }

  /// Returns what a job found wrong; `nil` if it found nothing, or is not done.
  static func finding(of job: AdminJob) -> AdminJob.Finding? {
    job.state == .done ? job.finding ?? AdminJob.Finding(in: job.result) : nil
  }

  /// Returns two words for a finding, such as `damage found`, that stand in place of the job's state.
  static func words(_ finding: AdminJob.Finding) -> String {
    switch finding {
    case .damage: "damage found"
    case .incomplete: "blobs missing"
    case .failures: "with failures"
    }
  }
}
