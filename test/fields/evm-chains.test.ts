import { testFields } from './support/field-tests.ts'
import { evmChains } from './tables/evm-chains.ts'

testFields(evmChains)
