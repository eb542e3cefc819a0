import { type Static, Type } from '@sinclair/typebox'
import { networks } from '../../src/networks/network.ts'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import { Count, DecimalString, EvmAddress, oneOf } from '../scalars.ts'

const Text = Type.String()

/** G-220: bounds of what a webhook holds. */
const bounds = { url: 2048, name: 256, description: 1024, keys: 1000, signatures: 100 }

const upTo = (max: number, options: { readonly description?: string } = {}) =>
  Type.String({
    ...options,
    pattern: `^[^]{0,${max}}$`,
    mustBe: `a string of at most ${max} characters`,
  })

const list = <Item extends Parameters<typeof Type.Array>[0]>(items: Item, maxItems: number) =>
  Type.Array(items, { minItems: 1, maxItems })

const Topic = Type.String({ pattern: '^0x[0-9a-fA-F]{64}$', mustBe: '0x and 64 hex digits' })
const eventSignatures = Type.Optional(list(Topic, bounds.signatures))

/** States of a webhook. */
export const webhookStatuses = ['active', 'inactive'] as const
const status = oneOf(webhookStatuses)
const PrimaryNetwork = oneOf(networks)

const naming = {
  name: Type.Optional(upTo(bounds.name)),
  description: Type.Optional(upTo(bounds.description)),
}
const flags = {
  includeInternalTxs: Type.Optional(Type.Boolean()),
  includeLogs: Type.Optional(Type.Boolean()),
}
const url = upTo(bounds.url, { description: 'URL of the receiver.' })

/** Addresses of an EVM chain that a webhook watches. */
export const AddressActivityMetadata = Type.Object(
  { addresses: list(EvmAddress, bounds.keys), eventSignatures },
  { $id: 'AddressActivityMetadata' },
)

/** Kinds of balances. */
export const balanceTypes = [
  'unlockedUnstaked',
  'unlockedStaked',
  'lockedPlatform',
  'lockedStakeable',
  'lockedStaked',
  'pendingStaked',
  'unlocked',
  'locked',
  'atomicMemoryUnlocked',
  'atomicMemoryLocked',
] as const
/** Kind of a balance. */
export type BalanceType = (typeof balanceTypes)[number]

/** Kinds of activity of addresses. */
export const addressSubEvents = [
  'balance_change',
  'balance_threshold',
  'reward_distribution',
] as const
/** Kind of activity of an address. */
export type AddressSubEvent = (typeof addressSubEvents)[number]

/** Kinds of activity of validators. */
export const validatorSubEvents = [
  'validator_stake',
  'delegator_stake',
  'reward_distribution',
  'l1_validator_balance_increased',
  'l1_validator_disabled',
  'l1_validator_removed',
  'l1_validator_balance_threshold',
] as const
/** Kind of activity of a validator. */
export type ValidatorSubEvent = (typeof validatorSubEvents)[number]

/** Addresses of the primary network that a webhook watches. */
export const PrimaryActivityMetadata = Type.Object(
  {
    keyType: oneOf(['addresses']),
    keys: list(Text, bounds.keys),
    subEvents: Type.Object(
      { addressActivitySubEvents: list(oneOf(addressSubEvents), addressSubEvents.length) },
      { $id: 'PrimaryNetworkAddressActivitySubEvents' },
    ),
    eventSignatures,
    balanceThresholdFilter: Type.Optional(
      Type.Object(
        { balanceType: oneOf(balanceTypes), balanceThreshold: DecimalString },
        { $id: 'PrimaryNetworkBalanceThresholdFilter' },
      ),
    ),
  },
  { $id: 'PrimaryNetworkAddressActivityMetadata' },
)

/** Validators that a webhook watches. */
export const ValidatorActivityMetadata = Type.Object(
  {
    keyType: oneOf(['nodeId', 'subnetId']),
    keys: list(Text, bounds.keys),
    subEvents: Type.Object(
      { validatorActivitySubEvents: list(oneOf(validatorSubEvents), validatorSubEvents.length) },
      { $id: 'ValidatorActivitySubEvents' },
    ),
    eventSignatures,
    nodeIds: Type.Optional(list(Text, bounds.keys)),
    subnetIds: Type.Optional(list(Text, bounds.keys)),
    l1ValidatorFeeBalanceThreshold: Type.Optional(DecimalString),
  },
  { $id: 'ValidatorActivityMetadata' },
)

const EvmRequest = Type.Object(
  {
    eventType: Type.Literal('address_activity'),
    url,
    chainId: Type.String({ description: 'EVM chain id.' }),
    ...naming,
    ...flags,
    metadata: AddressActivityMetadata,
  },
  { $id: 'EVMAddressActivityRequest' },
)

const PrimaryRequest = Type.Object(
  {
    eventType: Type.Literal('primary_network_address_activity'),
    url,
    network: PrimaryNetwork,
    chainId: Type.String({ description: 'p-chain or x-chain, or its id.' }),
    ...naming,
    metadata: PrimaryActivityMetadata,
  },
  { $id: 'PrimaryNetworkAddressActivityRequest' },
)

const ValidatorRequest = Type.Object(
  {
    eventType: Type.Literal('validator_activity'),
    url,
    network: PrimaryNetwork,
    ...naming,
    metadata: ValidatorActivityMetadata,
  },
  { $id: 'ValidatorActivityRequest' },
)

/** Request of a webhook: its eventType decides the other fields. */
export const WebhookRequest = Type.Union([EvmRequest, PrimaryRequest, ValidatorRequest])
export type WebhookRequest = Static<typeof WebhookRequest>
/** New webhook for addresses of an EVM chain. */
export type EvmWebhookRequest = Static<typeof EvmRequest>
/** New webhook for addresses of the primary network. */
export type PrimaryWebhookRequest = Static<typeof PrimaryRequest>
/** New webhook for validators. */
export type ValidatorWebhookRequest = Static<typeof ValidatorRequest>

const webhookFields = {
  id: Text,
  url: Text,
  chainId: Text,
  status,
  createdAt: Type.Integer({ minimum: 0, description: 'Epoch milliseconds.' }),
  name: Text,
  description: Text,
}

const EvmWebhook = Type.Object(
  {
    ...webhookFields,
    eventType: Type.Literal('address_activity'),
    metadata: AddressActivityMetadata,
    ...flags,
  },
  { $id: 'EVMAddressActivityResponse' },
)

const PrimaryWebhook = Type.Object(
  {
    ...webhookFields,
    eventType: Type.Literal('primary_network_address_activity'),
    metadata: PrimaryActivityMetadata,
  },
  { $id: 'PrimaryNetworkAddressActivityResponse' },
)

const ValidatorWebhook = Type.Object(
  {
    ...webhookFields,
    eventType: Type.Literal('validator_activity'),
    metadata: ValidatorActivityMetadata,
  },
  { $id: 'ValidatorActivityResponse' },
)

/** Webhook of a caller. */
export const WebhookResponse = Type.Union([EvmWebhook, PrimaryWebhook, ValidatorWebhook])
export type WebhookResponse = Static<typeof WebhookResponse>

const AddressesChange = Type.Object(
  { addresses: list(EvmAddress, bounds.keys) },
  { $id: 'AddressesChangeRequest' },
)

const SharedSecret = Type.Object({ secret: Text }, { $id: 'SharedSecretsResponse' })

const common = {
  section: 'extra',
  tag: 'Webhooks',
  needsWriter: true,
  params: Type.Object({}),
  query: Type.Object({}),
} as const
const ofOne = { ...common, params: Type.Object({ id: Text }) } as const

/** 400 for hosts, chains and keys that cannot be. G-220, G-221 */
export const createWebhook = operation({
  ...common,
  operationId: 'createWebhook',
  method: 'POST',
  path: '/v1/webhooks',
  computeUnits: 20,
  summary: 'Creates a webhook',
  status: 201,
  body: WebhookRequest,
  response: WebhookResponse,
})

/** Webhooks of the key, oldest first, inactive ones included. */
export const listWebhooks = operation({
  ...common,
  operationId: 'listWebhooks',
  method: 'GET',
  path: '/v1/webhooks',
  computeUnits: 10,
  summary: 'The webhooks of a key, oldest first',
  query: Type.Object({
    status: Type.Optional(status),
    ...pageQuery({ size: 10, max: 100 }),
  }),
  response: Type.Object({ ...nextPage, webhooks: Type.Array(WebhookResponse) }),
})

/** 404 for that of another key too. */
export const getWebhook = operation({
  ...ofOne,
  operationId: 'getWebhook',
  method: 'GET',
  path: '/v1/webhooks/{id}',
  computeUnits: 10,
  summary: 'A webhook',
  response: WebhookResponse,
})

/** The status active lets a webhook that was given up go on. G-224 */
export const updateWebhook = operation({
  ...ofOne,
  operationId: 'updateWebhook',
  method: 'PATCH',
  path: '/v1/webhooks/{id}',
  computeUnits: 20,
  summary: 'Changes a webhook',
  body: Type.Object(
    { ...naming, url: Type.Optional(url), status: Type.Optional(status), ...flags },
    { $id: 'UpdateWebhookRequest' },
  ),
  response: WebhookResponse,
})

/** It stays and can be read; PATCH makes it active again. */
export const deactivateWebhook = operation({
  ...ofOne,
  operationId: 'deactivateWebhook',
  method: 'DELETE',
  path: '/v1/webhooks/{id}',
  computeUnits: 20,
  summary: 'Makes a webhook inactive',
  response: WebhookResponse,
})

/** 400 for a webhook of another kind than address_activity. */
export const addAddressesToWebhook = operation({
  ...ofOne,
  operationId: 'addAddressesToWebhook',
  method: 'PATCH',
  path: '/v1/webhooks/{id}/addresses',
  computeUnits: 20,
  summary: 'Adds addresses to a webhook of an EVM chain',
  body: AddressesChange,
  response: EvmWebhook,
})

/** A DELETE with a body. 400 when no address would be left. G-220 */
export const removeAddressesFromWebhook = operation({
  ...ofOne,
  operationId: 'removeAddressesFromWebhook',
  method: 'DELETE',
  path: '/v1/webhooks/{id}/addresses',
  computeUnits: 20,
  summary: 'Removes addresses from a webhook of an EVM chain',
  body: AddressesChange,
  response: EvmWebhook,
})

/** In the order in which they were added. */
export const getAddressesFromWebhook = operation({
  ...ofOne,
  operationId: 'getAddressesFromWebhook',
  method: 'GET',
  path: '/v1/webhooks/{id}/addresses',
  computeUnits: 20,
  summary: 'The addresses of a webhook of an EVM chain',
  query: Type.Object(pageQuery({ size: 10, max: 100 })),
  response: Type.Object(
    { ...nextPage, addresses: Type.Array(Text), totalAddresses: Count },
    { $id: 'ListWebhookAddressesResponse' },
  ),
})

/** One secret for all webhooks of a key; a new one counts at once. G-223 */
export const generateOrRotateSharedSecret = operation({
  ...common,
  operationId: 'generateOrRotateSharedSecret',
  method: 'POST',
  path: '/v1/webhooks:generateOrRotateSharedSecret',
  computeUnits: 20,
  summary: 'Makes a new secret, with which messages of a key are signed',
  status: 201,
  response: SharedSecret,
})

/** 404 before there is one. G-223 */
export const getSharedSecret = operation({
  ...common,
  operationId: 'getSharedSecret',
  method: 'GET',
  path: '/v1/webhooks:getSharedSecret',
  computeUnits: 10,
  summary: 'The secret with which messages of a key are signed',
  response: SharedSecret,
})
