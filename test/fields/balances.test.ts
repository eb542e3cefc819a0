import { testFields } from './support/field-tests.ts'
import { balances } from './tables/balances.ts'

testFields(balances)
