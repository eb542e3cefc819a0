import { testFields } from './support/field-tests.ts'
import { evmDetails } from './tables/evm-details.ts'

testFields(evmDetails)
