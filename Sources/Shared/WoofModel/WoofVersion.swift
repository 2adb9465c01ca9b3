// SPDX-License-Identifier: Apache-2.0

/// The version of Woof, which its service, SDK and programs have together.
public enum WoofVersion {
  /// The version that this is (Semantic Versioning).
  public static let current = "0.2.0"
}
