import { testFailures } from './conformance/failures.ts'
import { testFollowing } from './conformance/following.ts'
import { type EngineUnderTest, logsUnderTest } from './conformance/logs-under-test.ts'
import { testRecords } from './conformance/records.ts'
import { testReplicas } from './conformance/replicas.ts'

/** Declares the tests that every driver of the shared log has to pass. */
export function testConformance(engine: EngineUnderTest): void {
  const logs = logsUnderTest(engine)
  testRecords(logs)
  testFollowing(logs)
  testReplicas(logs)
  testFailures(logs)
}
