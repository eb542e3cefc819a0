import { testFields } from './support/field-tests.ts'
import { pages } from './tables/pages.ts'

testFields(pages)
