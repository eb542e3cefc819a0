import { testFields } from './support/field-tests.ts'
import { evmHoldings } from './tables/evm-holdings.ts'

testFields(evmHoldings)
