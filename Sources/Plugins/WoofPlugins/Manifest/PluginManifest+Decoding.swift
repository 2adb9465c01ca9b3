// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
import WoofModel

extension PluginManifest {
  /// No manifest is longer, in bytes.
  package static let byteLimit = 65_536

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: The JSON text.
  ///   - place: The name of the text in errors.
  /// - Throws: ``PluginError`` with the code `manifest` and what is wrong.
  package init(_ bytes: [UInt8], place: String = "the manifest") throws(PluginError) {
    guard bytes.count <= Self.byteLimit else {
      throw PluginError(.manifest, "\(place) is longer than \(Self.byteLimit) bytes")
    }
    guard let value = JSONText.value(of: bytes) else {
      throw PluginError(.manifest, "\(place) is not JSON, or too deeply nested")
    }
    var members = try JSONMembers(value, place)
    name = try Self.name(&members)
    version = try Self.version(&members)
    try Self.checkInterface(&members)
    library = try Self.library(&members)
    digest = try Self.digest(&members)
    accepts = try Self.types("accepts", &members)
    emits = try Self.types("emits", &members)
    emitsMoving = try Self.types("emitsMoving", &members)
    guard emitsMoving.isSubset(of: [.webp]) else {
      throw members.fault("emitsMoving", "can hold image/webp only, the one format that is checked for how it moves")
    }
    parameters = try ParameterSchema(members.take("parameters") ?? .object([:]))
    configuration = members.take("configuration") ?? .object([:])
    guard case .object = configuration else { throw members.fault("configuration", "has to be an object") }
    limits = try Self.limits(members.take("limits"), place)
    isolation = try Self.isolation(&members)
    readable = try members.texts("readable") ?? []
    for path in readable where !path.hasPrefix("/") || path.utf8.contains(0) {
      throw members.fault("readable", "has to hold absolute paths")
    }
    try members.finish()
  }

  private static func name(_ members: inout JSONMembers) throws(PluginError) -> String {
    let name = try members.needed("name") { members throws(PluginError) in try members.text("name") }
    let isName = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-")
    }
    guard isName, (1...64).contains(name.utf8.count) else {
      throw members.fault("name", "has to be 1 to 64 lower-case letters, digits and hyphens")
    }
    return name
  }

  private static func version(_ members: inout JSONMembers) throws(PluginError) -> String {
    let version = try members.needed("version") { members throws(PluginError) in try members.text("version") }
    let isVersion = version.utf8.allSatisfy { byte in
      let letter = byte | 0x20
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || ".-+".utf8.contains(byte)
    }
    guard isVersion, (1...64).contains(version.utf8.count) else {
      throw members.fault("version", "has to be 1 to 64 letters, digits, dots, hyphens and plus signs")
    }
    return version
  }

  private static func checkInterface(_ members: inout JSONMembers) throws(PluginError) {
    let version = try members.needed("abi") { members throws(PluginError) in
      try members.integer("abi", in: 0...Int64(UInt32.max))
    }
    guard version == interfaceVersion else {
      throw members.fault("abi", "is \(version), and this service speaks \(interfaceVersion); build the plugin anew")
    }
  }

  private static func library(_ members: inout JSONMembers) throws(PluginError) -> String {
    let library = try members.needed("library") { members throws(PluginError) in try members.text("library") }
    let isFileName = !library.isEmpty && !library.hasPrefix(".") && library.utf8.allSatisfy { $0 != 0 && $0 != 0x2F }
    guard isFileName, library.utf8.count <= 255 else {
      throw members.fault("library", "has to be the name of a file in the manifest's folder")
    }
    return library
  }

  private static func digest(_ members: inout JSONMembers) throws(PluginError) -> Digest {
    let text = try members.needed("digest") { members throws(PluginError) in try members.text("digest") }
    guard let digest = Digest(text) else {
      throw members.fault("digest", "has to be sha256- and the library's SHA-256 in base64url")
    }
    return digest
  }

  private static func types(_ name: String, _ members: inout JSONMembers) throws(PluginError) -> Set<ImageType> {
    var types: Set<ImageType> = []
    for text in try members.texts(name) ?? [] {
      guard let type = ImageType(rawValue: text) else {
        let known = ImageType.allCases.map(\.rawValue).joined(separator: ", ")
        throw members.fault(name, "holds \(text), which is none of \(known)")
      }
      types.insert(type)
    }
    return types
  }

  private static func isolation(_ members: inout JSONMembers) throws(PluginError) -> Isolation {
    guard let text = try members.text("isolation") else { return .perJob }
    guard let isolation = Isolation(rawValue: text) else {
      throw members.fault("isolation", "has to be perJob or reuse")
    }
    return isolation
  }

  private static func limits(_ value: JSONValue?, _ place: String) throws(PluginError) -> PluginLimits {
    var limits = PluginLimits()
    guard let value else { return limits }
    var members = try JSONMembers(value, "\(place), limits")
    if let count = try members.integer("memoryMB", in: 16...65_536) { limits.memoryByteCount = count << 20 }
    if let count = try members.integer("cpuSeconds", in: 1...3600) { limits.processorSeconds = Int(count) }
    if let count = try members.integer("deadlineMilliseconds", in: 1...3_600_000) {
      limits.deadline = .milliseconds(count)
    }
    if let count = try members.integer("outputMB", in: 1...1024) { limits.outputByteCount = count << 20 }
    if let count = try members.integer("pixels", in: 1...100_000_000_000) { limits.pixelCount = Int(count) }
    try members.finish()
    return limits
  }
}
