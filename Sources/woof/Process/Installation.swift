import Glibc
import WoofCommandLine

/// Where this program is installed.
enum Installation {
  /// The folder of the program's binary.
  static var binaryFolder: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
    let path = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return "/" + path.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// Replaces this process by a program beside its binary.
  ///
  /// - Throws: `CommandFailure` where it is not there.
  static func execute(_ program: String, _ arguments: [String]) throws -> Never {
    let path = "\(binaryFolder)/\(program)"
    var vector = ([path] + arguments).map { strdup($0) }
    vector.append(nil)
    execv(path, vector)
    for argument in vector { free(argument) }
    throw CommandFailure("\(path) cannot be run. Build it by: swift build -c release --product \(program)")
  }

  /// The folder of sample photos, where a package installs them: `share/woof/samples` beside the folder of the binary.
  static var sampleFolder: String { "\(binaryFolder)/../share/woof/samples" }
}
