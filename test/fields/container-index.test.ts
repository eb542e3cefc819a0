import { testFields } from './support/field-tests.ts'
import { containerIndex } from './tables/container-index.ts'

testFields(containerIndex)
