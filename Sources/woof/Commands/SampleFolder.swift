import Glibc

/// Where the sample photos are.
enum SampleFolder {
  /// `share/woof/samples` beside the folder of the binary, where a package installs them.
  static var standard: String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { bytes in
      readlink("/proc/self/exe", bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    let binary = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    let folder = binary.split(separator: "/").dropLast(2).joined(separator: "/")
    return "/\(folder)/share/woof/samples"
  }
}
