// SPDX-License-Identifier: Apache-2.0

import Combine
import Dispatch
import Foundation
import Testing

/// Encoded values have the keys of Apple's, so that either side reads what the other has written.
@Suite struct CodingTests {
  private func text(of value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode([value]), as: UTF8.self)
  }

  private func decoded<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> [Value] {
    try JSONDecoder().decode([Value].self, from: Data(text.utf8))
  }

  @Test func `a demand is encoded under rawValue, one above the greatest integer if unlimited`() throws {
    #expect(try text(of: Demand.max(5)) == #"[{"rawValue":5}]"#)
    #expect(try text(of: Demand.unlimited) == #"[{"rawValue":9223372036854775808}]"#)
  }

  @Test func `strides are encoded under magnitude`() throws {
    #expect(try text(of: DispatchQueue.SchedulerTimeType.Stride.seconds(1)) == #"[{"magnitude":1000000000}]"#)
    #expect(try text(of: OperationQueue.SchedulerTimeType.Stride.seconds(0.5)) == #"[{"magnitude":0.5}]"#)
    #expect(try text(of: RunLoop.SchedulerTimeType.Stride.seconds(0.5)) == #"[{"magnitude":0.5}]"#)
    #expect(try text(of: ImmediateScheduler.SchedulerTimeType.Stride(2)) == #"[{"magnitude":2}]"#)
  }

  @Test func `strides are decoded from magnitude`() throws {
    #expect(try decoded(#"[{"magnitude":3}]"#) == [DispatchQueue.SchedulerTimeType.Stride.nanoseconds(3)])
    #expect(try decoded(#"[{"magnitude":3}]"#) == [OperationQueue.SchedulerTimeType.Stride.seconds(3)])
    #expect(try decoded(#"[{"magnitude":3}]"#) == [RunLoop.SchedulerTimeType.Stride.seconds(3)])
    #expect(try decoded(#"[{"magnitude":3}]"#) == [ImmediateScheduler.SchedulerTimeType.Stride(3)])
  }

  @Test func `instants of dispatch are encoded as numbers, and others as dates`() throws {
    let instant = DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: 42))
    #expect(try text(of: instant) == "[42]")
    let date = Date(timeIntervalSinceReferenceDate: 7)
    #expect(try text(of: OperationQueue.SchedulerTimeType(date)) == #"[{"date":7}]"#)
    #expect(try text(of: RunLoop.SchedulerTimeType(date)) == #"[{"date":7}]"#)
  }

  @Test func `run loops and operation queues have their own strides`() {
    #expect(
      ObjectIdentifier(RunLoop.SchedulerTimeType.Stride.self)
        != ObjectIdentifier(
          OperationQueue.SchedulerTimeType.Stride.self))
  }
}
