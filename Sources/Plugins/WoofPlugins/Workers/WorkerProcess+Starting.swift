// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
import WoofModel
internal import WoofSystem

extension WorkerProcess {
  /// The paths that every plugin may read while it is loaded: the system's libraries, and the files by which they learn
  /// about the machine.
  private static let systemPaths = [
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache", "/proc/cpuinfo", "/proc/meminfo",
    "/proc/self/maps", "/sys/devices/system/cpu", "/dev/null", "/dev/urandom",
  ]

  /// Lets the process confine itself and load the plugin. What the plugin logs meanwhile goes to `log`.
  ///
  /// - Returns: The layers that stand.
  /// - Throws: ``PluginError`` with the codes `sandbox` or `start`.
  func prepare(
    settings: WorkerSettings, now: () -> Int64, log: (String) -> Void
  ) throws(PluginError) -> SandboxLayers {
    let required: SandboxLayers = settings.permitsMissingSandbox ? [] : .required
    guard let orders = orders(requiring: required).bytes else {
      throw PluginError(.start, "\(plugin.manifest.fullName): its configuration and paths are too long")
    }
    guard control.send(orders, with: [plugin.library.descriptor]) else { throw startFailure() }
    let deadline = now() + settings.startDeadline.wholeNanoseconds
    var layers: SandboxLayers?
    var lines = 0
    while true {
      switch Waiting.readable([control.descriptor.number], until: deadline, now: now) {
      case .ready: break
      case .late:
        end()
        throw fault("its create function took longer than \(settings.startDeadline)")
      case .failed(let reason):
        end()
        throw fault("its worker cannot be waited for: \(reason)")
      }
      switch control.receive() {
      case .nothing: continue
      case .end: throw startFailure()
      case .message(.confined(let standing)) where layers == nil:
        // Said before any foreign code has run, so it is true.
        layers = standing
        guard standing.isSuperset(of: required) else {
          end()
          throw missing(required.subtracting(standing))
        }
      case .message(.failed(let reason)):
        end()
        throw fault(reason)
      case .message(.log(_, let line)) where lines < 20:
        lines += 1
        log(line)
      case .message(.ready(let standing)):
        guard let layers else { throw fault("its worker does not confine itself") }
        return standing.union(layers)
      default:
        end()
        throw fault("its worker says what cannot be")
      }
    }
  }

  private func orders(requiring layers: SandboxLayers) -> WorkerStart {
    let manifest = plugin.manifest
    let paths = Self.systemPaths + [SwiftRuntimeFolder.path].compactMap(\.self)
    return WorkerStart(
      requiredLayers: layers, isReused: manifest.isolation == .reuse, processorSeconds: limits.processorSeconds,
      memoryByteCount: limits.memoryByteCount, configuration: JSONText.bytes(of: manifest.configuration),
      name: manifest.name, version: manifest.version, readable: paths + manifest.readable)
  }

  private func startFailure() -> PluginError {
    fault("the worker ended while the plugin was loaded: \(end().description)")
  }

  private func missing(_ layers: SandboxLayers) -> PluginError {
    PluginError(
      .sandbox,
      "this system lacks \(layers), without which no plugin is loaded; use a kernel with landlock and seccomp, or "
        + "permit it in words with modules.\"transformer.plugins\".runWithoutSandbox")
  }

  private func fault(_ reason: String) -> PluginError {
    PluginError(.start, "\(plugin.manifest.fullName) could not be started: \(reason)")
  }
}

extension Duration {
  /// The duration in nanoseconds, at most half of `Int64.max`, so that it can be added to a time of the clock.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let whole = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return whole.overflow ? Int64.max / 2 : min(Int64.max / 2, whole.partialValue + attoseconds / 1_000_000_000)
  }
}

/// The folder of the Swift runtime that the executable uses, where it is not part of it.
enum SwiftRuntimeFolder {
  static var path: String? {
    guard let name = woof_swift_runtime_path(), let resolved = realpath(name, nil) else { return nil }
    defer { free(resolved) }
    let path = String(cString: resolved)
    guard path.contains("libswiftCore") else { return nil }
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
