import { testFields } from './support/field-tests.ts'
import { staking } from './tables/staking.ts'

testFields(staking)
