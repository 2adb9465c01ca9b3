// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCore
import WoofCryptography
import WoofModel
import WoofPlugins

/// A folder beside the executable with the plugin and the pictures that are measured; removed when it goes.
final class Workspace {
  private let path: String
  private var names: [String] = []

  init() throws {
    path = "\(ExecutableFolder.path)/bench-\(getpid())"
    guard mkdir(path, 0o755) == 0 else { throw BenchFailure("\(path) cannot be made") }
    try write(try Self.read("\(ExecutableFolder.path)/libHostilePlugin.so"), to: "libHostilePlugin.so")
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// Installs the plugin, which does nothing but read every page.
  func plugin(isolation: String) throws -> Plugin {
    let library = try Self.read("\(path)/libHostilePlugin.so")
    guard let digest = Digest(SHA256.digest(of: library)) else { throw BenchFailure("there is no digest") }
    let manifest = """
      {"name":"hostile","version":"1.0","abi":1,"library":"libHostilePlugin.so","digest":"\(digest)",
      "accepts":["image/png"],"emits":[],"isolation":"\(isolation)"}
      """
    try write(Array(manifest.utf8), to: "libHostilePlugin.json")
    return try Plugin(manifestAt: "\(path)/libHostilePlugin.json")
  }

  /// Makes a runner of a plugin, which does one job at a time.
  static func runner(of plugin: Plugin) -> PluginRunner {
    let settings = WorkerSettings(workerPath: WorkerSettings.standardWorkerPath, workerCount: 1)
    return PluginRunner(plugin: plugin, settings: settings) { _ in }
  }

  /// Makes a file of so many bytes, which is a picture as far as anybody looks.
  func picture(byteCount: Int) throws -> Picture {
    try write([UInt8](repeating: 7, count: byteCount), to: "picture")
    let file = try OpenFile("\(path)/picture", byteCount: Int64(byteCount))
    return Picture(file: file, type: .png, width: 100, height: 100)
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    unlink("\(path)/\(name)")
    let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw BenchFailure("\(name) cannot be written") }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw BenchFailure("\(name) is cut") }
    if !names.contains(name) { names.append(name) }
  }

  private static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw BenchFailure("\(path) is not there; build everything first") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = Glibc.read(descriptor, &part, part.count), count > 0 { bytes += part[..<count] }
    return bytes
  }
}

/// A file that is open.
final class OpenFile: BlobFile {
  let descriptor: Int32
  let byteCount: Int64

  init(_ path: String, byteCount: Int64) throws {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    self.byteCount = byteCount
    guard descriptor >= 0 else { throw BenchFailure("\(path) cannot be opened") }
  }

  deinit { close(descriptor) }
}
