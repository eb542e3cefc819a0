import { testFields } from './support/field-tests.ts'
import { utxos } from './tables/utxos.ts'

testFields(utxos)
