// SPDX-License-Identifier: Apache-2.0

/// The values that a path has for the parameters of its route, percent-decoded. They are UTF-8 without slashes and
/// controls, and never empty or a dot segment.
public struct HTTPPathParameters: Sendable {
  private let path: [UInt8]
  private let names: [String]
  private let ranges: Ranges

  /// The largest number of parameters that a route may have.
  public static let maximalCount = 4

  /// The ranges of up to four parameters in a path, kept without an allocation.
  struct Ranges: Sendable {
    // Not a SIMD vector: its alignment would be more than tasks give to what lives across an `await`.
    private var bounds = InlineArray<8, UInt32>(repeating: 0)

    /// The range of a parameter, by its position in the pattern.
    subscript(position: Int) -> Range<Int> {
      get { Int(bounds[2 * position])..<Int(bounds[2 * position + 1]) }
      set {
        bounds[2 * position] = UInt32(newValue.lowerBound)
        bounds[2 * position + 1] = UInt32(newValue.upperBound)
      }
    }
  }

  /// Makes the parameters of those names, which stand at `ranges` in the decoded path.
  init(path: [UInt8], names: [String], ranges: Ranges) {
    self.path = path
    self.names = names
    self.ranges = ranges
  }

  /// The number of parameters.
  public var count: Int { names.count }

  /// The value of a parameter as bytes; `nil` where the route has none of that name.
  public func bytes(of name: String) -> ArraySlice<UInt8>? {
    names.firstIndex(of: name).map { path[ranges[$0]] }
  }

  /// The value of a parameter; `nil` where the route has none of that name.
  public subscript(name: String) -> String? {
    bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }
}
