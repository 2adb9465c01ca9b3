// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofS3

@Suite struct S3ResponseTests {
  private func page(_ content: String) throws -> S3ListPage? {
    S3ListPage(try XMLReader.document(Array("<ListBucketResult>\(content)</ListBucketResult>".utf8)))
  }

  private static let entry =
    "<Key>a</Key><Size>3</Size><LastModified>2013-05-24T00:00:00.000Z</LastModified><ETag>&quot;t&quot;</ETag>"

  @Test func `a page of a list has its objects and the token of the next`() throws {
    let page = try page(
      "<IsTruncated>true</IsTruncated><NextContinuationToken>n</NextContinuationToken>"
        + "<Contents>\(Self.entry)</Contents>")
    #expect(page?.continuation == "n")
    #expect(page?.entries == [.init(key: "a", byteCount: 3, modified: 1_369_353_600, entityTag: "\"t\"")])
  }

  @Test func `keys are decoded where the service says that they are encoded`() throws {
    let contents = "<Contents>\(Self.entry.replacing(">a<", with: ">a%20%2B+b<"))</Contents>"
    #expect(try page(contents)?.entries.first?.key == "a%20%2B+b")
    #expect(try page("<EncodingType>url</EncodingType>" + contents)?.entries.first?.key == "a + b")
  }

  @Test(arguments: ["<Size>3</Size>", "<Key>a</Key>", "2013-05-24T00:00:00.000Z"])
  func `a page with an object that lacks something is none`(_ part: String) throws {
    #expect(try page("<Contents>\(Self.entry.replacing(part, with: ""))</Contents>") == nil)
  }

  @Test func `a page that goes on without saying from where is none`() throws {
    #expect(try page("<IsTruncated>true</IsTruncated>") == nil)
  }

  @Test func `a page of uploads has the place of the next`() throws {
    let upload =
      "<Upload><Key>a</Key><UploadId>u</UploadId><Initiated>2013-05-24T00:00:00.000Z</Initiated></Upload>"
    let rest =
      "<IsTruncated>true</IsTruncated><NextKeyMarker>a</NextKeyMarker><NextUploadIdMarker>u</NextUploadIdMarker>"
    let root = try XMLReader.document(Array("<R>\(upload)\(rest)</R>".utf8))
    #expect(S3UploadPage(root)?.entries == [.init(key: "a", id: "u", begun: 1_369_353_600)])
    #expect(S3UploadPage(root)?.next == .init(key: "a", id: "u"))
  }

  @Test(
    arguments: [
      ("2013-05-24T00:00:00.000Z", 1_369_353_600), ("2013-05-24T00:00:01Z", 1_369_353_601),
      ("2013-02-30T00:00:00Z", nil),
      ("2013-05-24T24:00:00Z", nil), ("2013-05-24", nil), ("2013-05-24T00:00:00", nil), ("x013-05-24T00:00:00Z", nil),
    ] as [(String, Int64?)])
  func `times are read to the second`(_ text: String, _ seconds: Int64?) {
    #expect(S3Timestamp.seconds(of: text) == seconds)
  }

  @Test(
    arguments: [
      ("bytes 0-9/100", 0..<10, 100), ("bytes 5-5/*", 5..<6, nil), ("bytes 9-0/100", nil, nil),
      ("items 0-9/100", nil, nil),
      ("bytes */100", nil, nil), ("bytes 0-9", nil, nil), ("bytes 0-9223372036854775807/*", nil, nil),
    ] as [(String, Range<Int64>?, Int64?)])
  func `ranges of content are read`(_ text: String, _ range: Range<Int64>?, _ whole: Int64?) {
    let head = S3ResponseHead(status: 206, fields: ["Content-Range": text])
    #expect(head.contentRange?.range == range)
    #expect(head.contentRange?.whole == whole)
  }
}
