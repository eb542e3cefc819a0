import { Avalanche } from '@avalanche-sdk/chainkit'
import { testCallerOperations } from '../support/caller-operations.ts'
import { here } from './chainkit.ts'

const client = new Avalanche({ enableTelemetry: false, apiKey: 'sg_webhooks-of-chainkit' })

testCallerOperations(client, here)
