// SPDX-License-Identifier: Apache-2.0

package import WoofConfiguration

extension ByteCount {
  /// The count with three digits or so, as in `1.25 GB`.
  package var short: String {
    let units: [(String, Double)] = [("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("KB", 1e3)]
    guard let (name, size) = units.first(where: { Double(bytes) >= $0.1 }) else { return "\(bytes) B" }
    return "\((Double(bytes) / size * 100).rounded() / 100) \(name)"
  }
}
