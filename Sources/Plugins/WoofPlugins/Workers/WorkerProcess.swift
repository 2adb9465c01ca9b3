// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
import WoofModel
internal import WoofSystem

/// A worker process and the ends of its sockets, used by one thread. It is killed, with all it has started, when it is
/// let go.
final class WorkerProcess {
  let plugin: Plugin
  let limits: PluginLimits
  let control: WorkerChannel
  /// Becomes readable when the process ends.
  let ending: FileDescriptor
  private let process: pid_t
  private var reaped: ProcessEnd?

  /// Starts the process; it has not been told anything yet.
  ///
  /// - Throws: ``PluginError`` with the codes `notFound` or `start`.
  init(of plugin: Plugin, settings: WorkerSettings) throws(PluginError) {
    self.plugin = plugin
    limits = plugin.manifest.limits.clamped(to: settings.limits)
    guard access(settings.workerPath, X_OK) == 0 else {
      throw PluginError(
        .notFound, "the worker \(settings.workerPath) cannot be executed; install it, or configure where it is")
    }
    let (ours, theirs): (FileDescriptor, FileDescriptor)
    do {
      (ours, theirs) = try FileDescriptor.socketPair()
    } catch {
      throw PluginError(.start, "no socket could be made for a worker: \(SystemError.message(error.number))")
    }
    var process: pid_t = 0
    // Pixels fill megabytes, which the kernel gives to a job's own process anew: 2 MB at once cost less than 4 KB each time.
    // A process that is reused has them already, and would only grow in larger steps.
    let error = woof_start_apart(
      settings.workerPath, theirs.number, settings.keepsErrors ? 1 : 0, plugin.manifest.isolation == .reuse ? 0 : 1,
      &process)
    guard error == 0 else {
      throw PluginError(.start, "\(settings.workerPath) could not be started: \(SystemError.message(error))")
    }
    let ending = woof_open_process(process)
    guard ending >= 0 else {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      throw PluginError(.start, "no descriptor could be had for a worker: \(SystemError.message(errno))")
    }
    self.process = process
    self.ending = FileDescriptor(ending)
    control = WorkerChannel(descriptor: ours)
  }

  deinit { end() }

  /// The memory that the process has now, in bytes (proc_pid_statm(5)); 0 where that cannot be told.
  var residentByteCount: UInt64 {
    let descriptor = woof_open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    var text = [UInt8](repeating: 0, count: 128)
    let count = max(0, read(descriptor, &text, text.count))
    let words = String(decoding: text.prefix(count), as: UTF8.self).split(separator: " ")
    guard words.count > 1, let pages = UInt64(words[1]) else { return 0 }
    return pages &* UInt64(clamping: sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Kills the process, and the processes of its jobs, and takes leave of it.
  @discardableResult
  func end() -> ProcessEnd {
    if let reaped { return reaped }
    woof_signal_process(ending.number, SIGKILL)
    return takeLeave()
  }

  /// Takes leave of a process that has ended by itself, and kills what it left behind.
  func takeLeave() -> ProcessEnd {
    if let reaped { return reaped }
    // Until it has been taken leave of, no other group can have this number.
    kill(-process, SIGKILL)
    var end = ProcessEnd(status: 0)
    end.status = woof_reap_process(process, &end.processorMicroseconds, &end.residentByteCount)
    reaped = end
    return end
  }
}
