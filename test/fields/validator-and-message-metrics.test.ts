import { testFields } from './support/field-tests.ts'
import { validatorAndMessageMetrics } from './tables/validator-and-message-metrics.ts'

testFields(validatorAndMessageMetrics)
