import { testFields } from './support/field-tests.ts'
import { subnets } from './tables/subnets.ts'

testFields(subnets)
