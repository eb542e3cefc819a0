import { testFields } from './support/field-tests.ts'
import { primaryNetwork } from './tables/primary-network.ts'

testFields(primaryNetwork)
