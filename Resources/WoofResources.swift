// SPDX-License-Identifier: Apache-2.0

import CWoofResources

/// What Woof ships that is not code and is carried within its program.
public enum WoofResources {
  /// The wire contract for machines: OpenAPI 3.1 in YAML, in UTF-8.
  public static let openAPI: [UInt8] = bytes(of: woof_resource_openapi)

  /// The frame of the web gallery's pages: HTML with names in braces, in UTF-8.
  public static let galleryPage: [UInt8] = bytes(of: woof_resource_gallery_page)

  /// The frame of the pages of share links: HTML with names in braces, in UTF-8.
  public static let sharedPage: [UInt8] = bytes(of: woof_resource_shared_page)

  /// The frame of the pages at which people sign up: HTML with names in braces, in UTF-8.
  public static let joinPage: [UInt8] = bytes(of: woof_resource_join_page)

  /// The files that the gallery's pages load, each with its name.
  public static let gallery: [(name: String, bytes: [UInt8])] = (0..<Int(WOOF_GALLERY_COUNT)).map { index in
    let file = woof_gallery_file(index)
    return (String(cString: file.name), bytes(of: file))
  }

  private static func bytes(of resource: woof_resource) -> [UInt8] {
    let buffer = UnsafeBufferPointer(start: resource.bytes, count: resource.count)  // the program's own constants
    return Array(buffer)
  }
}
