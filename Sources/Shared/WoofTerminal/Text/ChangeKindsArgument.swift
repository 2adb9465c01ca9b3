// SPDX-License-Identifier: Apache-2.0

package import WoofCommandLine
package import WoofModel

/// Kinds of things whose changes are told of, on a command line: their names with commas between them.
package enum ChangeKindsArgument {
  /// The kind of such an argument.
  package static let kind = ArgumentKind<ChangeSubjects>(
    "KINDS", allowed: "some of \(ChangeSubjects.allNames.joined(separator: ", ")), with commas between them"
  ) {
    ChangeSubjects(parameter: $0)
  }
}
