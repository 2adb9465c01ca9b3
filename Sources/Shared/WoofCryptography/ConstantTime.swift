internal import COpenSSL

/// Comparisons whose time tells nothing of what is compared.
public enum ConstantTime {
  /// Whether two runs of bytes are the same; only whether their lengths differ shows in the time.
  public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
  }
}
