import { testFields } from './support/field-tests.ts'
import { services } from './tables/services.ts'

testFields(services)
