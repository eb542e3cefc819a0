import { MemoryEngine } from '../../src/shared-log/memory-engine.ts'
import { testConformance } from './conformance.ts'

const engine = new MemoryEngine()

testConformance({
  open: async (sandbox) => engine.open(sandbox),
  loseTail: async (sandbox, count) => engine.loseTail(sandbox, count),
  freeze: async () => engine.freeze(),
  thaw: async () => engine.thaw(),
  crash: async (sandbox) => engine.loseBeats(sandbox),
  // It has no connections that could break.
  dropConnections: async () => {},
})
