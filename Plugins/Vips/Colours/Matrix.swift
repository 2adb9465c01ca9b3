// SPDX-License-Identifier: Apache-2.0

/// A linear map of three numbers: of colours, or of the light that they stand for.
struct Matrix: Hashable {
  /// A colour, or an amount of light.
  typealias Vector = SIMD3<Double>

  /// The images of the three unit vectors.
  let columns: [Vector]

  /// Makes the map that takes the unit vectors to `first`, `second` and `third`.
  init(_ first: Vector, _ second: Vector, _ third: Vector) { columns = [first, second, third] }

  /// Makes the map of a diagonal.
  init(diagonal: Vector) {
    self.init(Vector(diagonal.x, 0, 0), Vector(0, diagonal.y, 0), Vector(0, 0, diagonal.z))
  }

  /// The map that undoes this one; `nil` where there is none.
  var inverse: Matrix? {
    let (a, b, c) = (columns[0], columns[1], columns[2])
    let determinant = Self.dot(a, Self.cross(b, c))
    guard abs(determinant) > 1e-9 else { return nil }
    let rows = [Self.cross(b, c), Self.cross(c, a), Self.cross(a, b)].map { $0 / determinant }
    return Matrix(
      Vector(rows[0].x, rows[1].x, rows[2].x), Vector(rows[0].y, rows[1].y, rows[2].y),
      Vector(rows[0].z, rows[1].z, rows[2].z))
  }

  static func * (matrix: Matrix, vector: Vector) -> Vector {
    matrix.columns[0] * vector.x + matrix.columns[1] * vector.y + matrix.columns[2] * vector.z
  }

  static func * (second: Matrix, first: Matrix) -> Matrix {
    Matrix(second * first.columns[0], second * first.columns[1], second * first.columns[2])
  }

  private static func dot(_ a: Vector, _ b: Vector) -> Double { (a * b).sum() }

  private static func cross(_ a: Vector, _ b: Vector) -> Vector {
    Vector(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}
