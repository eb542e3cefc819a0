import { testFields } from './support/field-tests.ts'
import { nodeInfo } from './tables/node.ts'

testFields(nodeInfo)
