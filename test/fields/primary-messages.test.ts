import { testFields } from './support/field-tests.ts'
import { primaryMessages } from './tables/primary-messages.ts'

testFields(primaryMessages)
