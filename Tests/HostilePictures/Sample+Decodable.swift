import Foundation

extension Sample {
  /// Pictures of 64 × 64 pixels, red growing to the right, green falling downwards, blue with both. Unlike the samples of
  /// HEIF that are structure only, a decoder gets through them. Made of a PNG file by libheif 1.15.1:
  ///
  ///     heif-enc -q 50 -o picture.heic picture.png
  ///     heif-enc -A -q 50 -o picture.avif picture.png
  static let decodable = [
    Sample(
      "decodable HEIC",
      bytes(
        """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRt\
        AAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAawAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlw\
        cnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AA\
        AAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAA\
        AwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAABzbWRhdAAAAGcoAa8TgFjZNedhmYcWK/2B41hCUu6zvk8gB7d9ie7NkdpzEY2rFIg3zqOg\
        c1ZMTFPC0pi+z+CFQLmf5nqzq8JZKDu0Es+5WUnHnKfkdnCyRN/i2dXWfpzqTdWN7k5CNvldTlyTMMle
        """)),
    Sample(
      "decodable AVIF",
      bytes(
        """
        AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRt\
        AAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAWgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlw\
        cnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAABAAAAAQAAAABBwaXhpAAAAAAMICAgAAAAX\
        aXBtYQAAAAAAAAABAAEEgYIDhAAAAGJtZGF0EgAKCRgVf/2CBAQNCDJLGAAKKKKEALYY85i//4MKudxg5ME1ROoYA4VGz8t2H7LWc0IMYqlk\
        b4K6hUUKREAPxneTtgWayT5pQo2vmIY3aa8vthme7pmv01iO
        """)),
  ]

  private static func bytes(_ base64: String) -> [UInt8] { [UInt8](Data(base64Encoded: base64) ?? Data()) }
}
