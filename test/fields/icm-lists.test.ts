import { testFields } from './support/field-tests.ts'
import { icmLists } from './tables/icm-lists.ts'

testFields(icmLists)
