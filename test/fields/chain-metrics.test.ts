import { testFields } from './support/field-tests.ts'
import { chainMetrics } from './tables/chain-metrics.ts'

testFields(chainMetrics)
