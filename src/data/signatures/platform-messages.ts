import { encode, FormatError } from '../../formats/codec.ts'
import { encodeCb58, registrationValidationId } from '../../formats/ids.ts'
import { decodeJustification, justifiedValidationId } from '../../formats/l1-justifications.ts'
import {
  conversionIdOfTransaction,
  L1Message,
  l1MessageIn,
  platformMessage,
} from '../../formats/l1-messages.ts'
import { platformTransactions } from '../../formats/p-chain-transactions.ts'
import { unsignedBytesOf, warpMessageId } from '../../formats/warp.ts'
import { badRequest } from '../../http/response/errors.ts'
import { networkConstants } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'

/** Message of the P-chain about a transaction: an unsigned Warp message and its L1. */
export interface PlatformMessage {
  readonly unsigned: Uint8Array
  /** Subnet id in cb58. */
  readonly subnetId: string
}

/**
 * Returns the message of a signed P-chain transaction; undefined for types without one. A
 * conversion is announced, a registration and a weight are confirmed.
 */
export function messageOfTransaction(
  world: World,
  network: Network,
  signedBytes: Uint8Array,
): PlatformMessage | undefined {
  const { unsigned: transaction } = platformTransactions.decode(signedBytes)
  switch (transaction.type) {
    case 'ConvertSubnetToL1Tx': {
      const conversionId = conversionIdOfTransaction(transaction)
      return announce({ type: 'SubnetToL1Conversion', conversionId }, transaction.subnetId)
    }
    case 'RegisterL1ValidatorTx': {
      const requested = l1MessageIn(unsignedBytesOf(transaction.message))
      if (requested.type !== 'RegisterL1Validator') return undefined
      const validationId = registrationValidationId(encode(L1Message, requested))
      const confirmed = { type: 'L1ValidatorRegistration', validationId, registered: true } as const
      return announce(confirmed, requested.subnetId)
    }
    case 'SetL1ValidatorWeightTx': {
      const requested = l1MessageIn(unsignedBytesOf(transaction.message))
      if (requested.type !== 'L1ValidatorWeight') return undefined
      const { validationId, weight } = requested
      const validator = world.get(selectValidator, { network, id: encodeCb58(validationId) })
      if (!validator) return undefined
      // A weight of 0 removes the validator, which the P-chain confirms as no longer registered.
      return announce(
        weight === 0n
          ? { type: 'L1ValidatorRegistration', validationId, registered: false }
          : requested,
        validator.subnet_id,
      )
    }
    default:
      return undefined
  }

  function announce(message: L1Message, subnet: Uint8Array | string): PlatformMessage {
    return {
      unsigned: platformMessage(networkConstants[network].networkId, message),
      subnetId: typeof subnet === 'string' ? subnet : encodeCb58(subnet),
    }
  }
}

/**
 * Returns the message that a justification alone stands for. G-45: 32 bytes are a subnet that
 * became an L1. The protobuf forms name a validator that is registered now or is not.
 * @throws 400 when it names neither
 */
export function messageOfJustification(
  world: World,
  network: Network,
  bytes: Uint8Array,
): Uint8Array {
  const justification = readJustification(bytes)
  if (justification.type !== 'Subnet') {
    const validationId = justifiedValidationId(justification)
    const validator = world.get(selectValidator, { network, id: encodeCb58(validationId) })
    const registered = validator !== undefined && validator.weight > 0
    const message: L1Message = { type: 'L1ValidatorRegistration', validationId, registered }
    return platformMessage(networkConstants[network].networkId, message)
  }
  const subnetId = encodeCb58(justification.subnetId)
  const conversion = world.get(selectConversion, { network, subnetId })
  const message = conversion && messageOfTransaction(world, network, conversion.bytes)
  if (!message) throw badRequest(`justification names the subnet ${subnetId}, which is not an L1`)
  return message.unsigned
}

function readJustification(bytes: Uint8Array) {
  try {
    return decodeJustification(bytes)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw badRequest(`justification is neither a subnet id nor a registration: ${error.message}`)
  }
}

/**
 * Tells whether the world emitted a message: a contract's SendWarpMessage, or the P-chain's about
 * one of its transactions.
 */
export function isEmitted(world: World, network: Network, unsigned: Uint8Array): boolean {
  const id = warpMessageId(unsigned)
  const byContract = world.get(selectWarpMessage, {
    network,
    id: `0x${Buffer.from(id).toString('hex')}`,
  })
  return (
    byContract !== undefined ||
    world.all(selectL1Transactions, { network }).some(({ bytes }) => {
      const message = messageOfTransaction(world, network, bytes)
      return message !== undefined && Buffer.from(message.unsigned).equals(unsigned)
    })
  )
}

const selectValidator = statement<
  { network: Network; id: string },
  { subnet_id: string; weight: number }
>('SELECT subnet_id, weight FROM l1_validator WHERE network = :network AND validation_id = :id')

const selectConversion = statement<{ network: Network; subnetId: string }, { bytes: Uint8Array }>(`
  SELECT t.bytes FROM subnet s
  JOIN primary_transaction t
    ON t.network = s.network AND t.chain = 'P' AND t.tx_id = s.conversion_tx_id
  WHERE s.network = :network AND s.subnet_id = :subnetId`)

const selectWarpMessage = statement<{ network: Network; id: string }, { message_id: string }>(
  'SELECT message_id FROM warp_message WHERE network = :network AND message_id = :id',
)

const selectL1Transactions = statement<{ network: Network }, { bytes: Uint8Array }>(`
  SELECT bytes FROM primary_transaction
  WHERE network = :network AND chain = 'P'
    AND tx_type IN ('ConvertSubnetToL1Tx', 'RegisterL1ValidatorTx', 'SetL1ValidatorWeightTx')`)
