import Glibc

/// Where this program is installed.
enum Installation {
  /// The folder of the program's binary.
  static var binaryFolder: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
    let path = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return "/" + path.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// The folder of sample photos, where a package installs them: `share/woof/samples` beside the folder of the binary.
  static var sampleFolder: String { "\(binaryFolder)/../share/woof/samples" }
}
