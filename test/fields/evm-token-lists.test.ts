import { testFields } from './support/field-tests.ts'
import { evmTokenLists } from './tables/evm-token-lists.ts'

testFields(evmTokenLists)
