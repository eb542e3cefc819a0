import { testFields } from './support/field-tests.ts'
import { evmMessages } from './tables/evm-messages.ts'

testFields(evmMessages)
