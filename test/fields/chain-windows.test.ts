import { testFields } from './support/field-tests.ts'
import { chainWindows } from './tables/chain-windows.ts'

testFields(chainWindows)
