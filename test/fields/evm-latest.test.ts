import { testFields } from './support/field-tests.ts'
import { evmLatest } from './tables/evm-latest.ts'

testFields(evmLatest)
