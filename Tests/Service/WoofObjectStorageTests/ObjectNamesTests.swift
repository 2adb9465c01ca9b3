// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofS3
import WoofStoreConformance

@testable import WoofObjectStorage

@Suite struct ObjectNamesTests {
  private let names = ObjectNames(prefix: "woof/")

  @Test func `a key names a digest and an incarnation`() throws {
    let incarnation = BlobIncarnation(Sample.digest(1), 42)
    let key = try names.key(of: incarnation)
    #expect(key.description == "woof/blobs/\(Sample.digest(1).hexadecimal)/42")
    #expect(names.incarnation(of: key.description) == incarnation)
  }

  @Test(arguments: ["", "/", "/0", "/-1", "/01", "/+1", "/1/2", "/1 ", "/9223372036854775808"])
  func `a key that ends otherwise names nothing`(_ ending: String) {
    #expect(names.incarnation(of: "woof/blobs/\(Sample.digest(1).hexadecimal)\(ending)") == nil)
  }

  @Test func `a key of something else names nothing`() {
    let digits = Sample.digest(1).hexadecimal
    for key in ["blobs/\(digits)/1", "woof/blobs/\(digits.dropLast())/1", "woof/blobs/\(digits.uppercased())/1"] {
      #expect(names.incarnation(of: key) == nil)
    }
  }
}
