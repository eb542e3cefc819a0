import { testFields } from './support/field-tests.ts'
import { lookingGlass } from './tables/looking-glass.ts'

testFields(lookingGlass)
