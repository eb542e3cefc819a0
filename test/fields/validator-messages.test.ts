import { testFields } from './support/field-tests.ts'
import { validatorMessages } from './tables/validator-messages.ts'

testFields(validatorMessages)
