import { testFields } from './support/field-tests.ts'
import { liveTransactions } from './tables/live-transactions.ts'

testFields(liveTransactions)
