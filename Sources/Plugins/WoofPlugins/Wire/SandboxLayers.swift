// SPDX-License-Identifier: Apache-2.0

internal import CWoofWorker

/// The layers of protection between a plugin and the system.
package struct SandboxLayers: OptionSet, Hashable, Sendable, CustomStringConvertible {
  /// One bit for each layer.
  package let rawValue: UInt32

  /// Makes a set of its bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Executing a file gives no new privileges.
  package static let noNewPrivileges = Self(rawValue: WOOF_LAYER_NO_NEW_PRIVILEGES.rawValue)
  /// No debugger of the same user can attach, and there are no core dumps.
  package static let undumpable = Self(rawValue: WOOF_LAYER_UNDUMPABLE.rawValue)
  /// The process has a network, mounts, a host name and shared memory of its own.
  package static let namespaces = Self(rawValue: WOOF_LAYER_NAMESPACES.rawValue)
  /// No file can be opened.
  package static let landlock = Self(rawValue: WOOF_LAYER_LANDLOCK.rawValue)
  /// Memory, processor time and open files are bounded.
  package static let resourceLimits = Self(rawValue: WOOF_LAYER_RESOURCE_LIMITS.rawValue)
  /// Memory that can be written never becomes executable.
  package static let noWritableCode = Self(rawValue: WOOF_LAYER_NO_WRITABLE_CODE.rawValue)
  /// Only the system calls of a short list are permitted.
  package static let systemCallFilter = Self(rawValue: WOOF_LAYER_SECCOMP.rawValue)
  /// The process runs as nobody if the service runs as root.
  package static let unprivilegedUser = Self(rawValue: WOOF_LAYER_UNPRIVILEGED_USER.rawValue)

  /// The layers without which no plugin is loaded, unless the configuration permits it explicitly.
  package static let required: Self = [.noNewPrivileges, .landlock, .resourceLimits, .systemCallFilter]

  private static let names: [(Self, String)] = [
    (.noNewPrivileges, "no new privileges"), (.undumpable, "undumpable"), (.namespaces, "namespaces"),
    (.landlock, "landlock"), (.resourceLimits, "resource limits"), (.noWritableCode, "no writable code"),
    (.systemCallFilter, "system call filter"), (.unprivilegedUser, "unprivileged user"),
  ]

  /// The names of the layers.
  package var description: String {
    Self.names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
