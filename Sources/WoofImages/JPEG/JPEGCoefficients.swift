/// What scans have carried of each component's 64 coefficients. A sequential scan carries all of them; progressive ones do
/// so bit by bit and band by band (ITU-T T.81 §G.1.1), so that a picture which ends between two of them looks whole, but
/// blurred, or without colours.
struct JPEGCoefficients {
  /// How many low bits of each coefficient are still to come, by the component; a component without a scan is not there.
  private var leftBits: [UInt8: [UInt8]] = [:]

  private static let allBits: UInt8 = .max

  /// Takes what a scan carries.
  mutating func take(_ scan: JPEGScan) {
    for component in scan.components {
      var left = leftBits[component] ?? [UInt8](repeating: Self.allBits, count: 64)
      for coefficient in scan.band { left[coefficient] = scan.leftBits }
      leftBits[component] = left
    }
  }

  /// Whether scans have carried something of each component.
  func begins(_ frame: JPEGFrame) -> Bool {
    frame.components.allSatisfy { leftBits[$0.identifier] != nil }
  }

  /// Whether scans have carried all of each component.
  func completes(_ frame: JPEGFrame) -> Bool {
    frame.components.allSatisfy { component in leftBits[component.identifier]?.allSatisfy { $0 == 0 } == true }
  }
}
