import { testFields } from './support/field-tests.ts'
import { primaryTransactions } from './tables/primary-transactions.ts'

testFields(primaryTransactions)
