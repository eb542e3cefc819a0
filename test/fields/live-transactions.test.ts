import { testFields } from './support/field-tests.ts'
import { assets, liveTransactions } from './tables/live-transactions.ts'

testFields([...liveTransactions, ...assets])
