import { testFields } from './support/field-tests.ts'
import { rewards } from './tables/rewards.ts'

testFields(rewards)
