import Glibc

/// Where the sample photos are.
enum SampleFolder {
  /// `share/woof/samples` beside the folder of the binary, where a package installs them.
  static var standard: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
    let binary = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = binary.split(separator: "/").dropLast(2).joined(separator: "/")
    return "/\(folder)/share/woof/samples"
  }
}
