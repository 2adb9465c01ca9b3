// SPDX-License-Identifier: Apache-2.0

import CWoofResources

/// What Woof ships that is not code and is carried within its program.
public enum WoofResources {
  /// The wire contract for machines: OpenAPI 3.1 in YAML, in UTF-8.
  public static let openAPI: [UInt8] = bytes(of: woof_resource_openapi)

  private static func bytes(of resource: woof_resource) -> [UInt8] {
    let buffer = UnsafeBufferPointer(start: resource.bytes, count: resource.count)  // the program's own constants
    return Array(buffer)
  }
}
