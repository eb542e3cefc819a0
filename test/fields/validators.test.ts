import { testFields } from './support/field-tests.ts'
import { validators } from './tables/validators.ts'

testFields(validators)
