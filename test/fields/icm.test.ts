import { testFields } from './support/field-tests.ts'
import { icm } from './tables/icm.ts'

testFields(icm)
