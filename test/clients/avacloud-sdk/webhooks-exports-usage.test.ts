import { AvaCloudSDK } from '@avalabs/avacloud-sdk'
import { inject } from 'vitest'
import { testCallerOperations } from '../support/caller-operations.ts'

const serverURL = inject('servers').mainnet
const client = new AvaCloudSDK({ serverURL, apiKey: 'sg_webhooks-of-avacloud' })

testCallerOperations(client, { serverURL, retries: { strategy: 'none' } })
