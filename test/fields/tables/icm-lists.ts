import type { Dialect } from '../../../src/http/request/dialect.ts'
import { constant, type Fields, nextPage, without } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { ewoq } from './evm-parts.ts'
import { consequences, message, pick, rows, setup } from './icm.ts'

/** As a message, with the messenger under either name. */
const teleporter = (dialect: Dialect): Fields => ({
  ...without(message(dialect), 'icmContractAddress'),
  ...consequences,
  icmContractAddress: 'message.icm_contract',
  teleporterContractAddress: 'message.icm_contract',
})

const around = { nextPageToken: nextPage('messages') }

const views = (dialect: Dialect): View[] => [
  {
    of: 'listAllIcmMessages',
    dialect,
    pick,
    setup: [...setup, 'DELETE FROM icm_message WHERE seq > :seq'],
    url: '/v1/icm/messages?pageSize=1',
    item: 'messages.0',
    rows,
    fields: { ...message(dialect), ...consequences },
    around,
  },
  {
    of: 'listTeleporterMessages',
    dialect,
    pick,
    setup: [...setup, 'DELETE FROM icm_message WHERE seq > :seq'],
    url: '/v1/teleporter/messages?network={network}&pageSize=1',
    item: 'messages.0',
    rows,
    fields: teleporter(dialect),
    around,
  },
  {
    of: 'listTeleporterMessagesByAddress',
    dialect,
    pick,
    setup,
    url: `/v1/teleporter/addresses/${ewoq}/messages?pageSize=3`,
    item: 'messages.1',
    rows,
    fields: teleporter(dialect),
    around,
  },
  {
    of: 'getTeleporterMessage',
    dialect,
    pick,
    setup,
    url: '/v1/teleporter/messages/{id}',
    rows,
    fields: { ...teleporter(dialect), messageId: constant('{id}') },
  },
]

/** Extra lists of messages, and the older names. */
export const icmLists: FieldTable = [...views('documented'), ...views('live')]
