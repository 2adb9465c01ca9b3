// SPDX-License-Identifier: Apache-2.0

internal import CWoofWorker

/// The first message to a worker: the rules of its confinement, and the plugin to load.
struct WorkerStart: Hashable, Sendable {
  var requiredLayers: SandboxLayers
  var isReused: Bool
  var processorSeconds: Int
  var memoryByteCount: Int64
  var configuration: [UInt8]
  var name: String
  var version: String
  /// The absolute paths that it may read while it loads.
  var readable: [String]

  /// The message; `nil` where it would be longer than messages are.
  var bytes: [UInt8]? {
    var paths: [UInt8] = []
    for path in readable {
      paths += Array(path.utf8)
      paths.append(0)
    }
    let size = MemoryLayout<woof_worker_start>.size
    let count = size + configuration.count + name.utf8.count + version.utf8.count + paths.count
    guard count <= Int(WOOF_WORKER_MESSAGE_LIMIT) else { return nil }
    var start = woof_worker_start()
    start.header = woof_worker_header(kind: WOOF_WORKER_START.rawValue, byte_count: UInt32(count), job: 0)
    start.protocol = UInt32(WOOF_WORKER_PROTOCOL)
    start.required_layers = requiredLayers.rawValue
    start.isolation = isReused ? WOOF_WORKER_REUSE.rawValue : WOOF_WORKER_PER_JOB.rawValue
    start.cpu_seconds = UInt32(clamping: processorSeconds)
    start.memory_bytes = UInt64(clamping: memoryByteCount)
    start.configuration_count = UInt32(configuration.count)
    start.name_count = UInt16(clamping: name.utf8.count)
    start.version_count = UInt16(clamping: version.utf8.count)
    start.readable_count = UInt32(paths.count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    bytes.append(bytesOf: start)
    bytes += configuration
    bytes += Array(name.utf8)
    bytes += Array(version.utf8)
    bytes += paths
    return bytes
  }
}
