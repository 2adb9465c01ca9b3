// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCommandLine

/// Tells of the progress on standard error.
func say(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

/// The seconds since a moment.
func seconds(since start: ContinuousClock.Instant) -> Int64 { (ContinuousClock.now - start).components.seconds }

/// Prints what a trial has come to, and the first of its complaints.
///
/// - Parameter text: Its figures.
/// - Returns: The exit code of its command.
func conclude(_ text: String, _ complaints: [String], since start: ContinuousClock.Instant) -> ExitCode {
  print("\(text), in \(seconds(since: start)) s")
  for complaint in complaints.prefix(20) { print("WRONG: \(complaint)") }
  print(complaints.isEmpty ? "all is as it should be" : "\(complaints.count) complaints")
  return complaints.isEmpty ? .done : .failed
}
