import { testFields } from './support/field-tests.ts'
import { primaryBlocks } from './tables/primary-blocks.ts'

testFields(primaryBlocks)
