import { testFields } from './support/field-tests.ts'
import { evmTransfers } from './tables/evm-transfers.ts'

testFields(evmTransfers)
