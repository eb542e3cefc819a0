import {
  address,
  bytes,
  bytes32,
  encodeAbi,
  signatureHash,
  tuple,
  uint256,
} from '../../formats/evm/abi.ts'
import { toHex } from '../../formats/ids.ts'
import { sendWarpMessageEvent, warpPrecompile } from '../../formats/warp.ts'
import { numberOfWord } from '../../formats/words.ts'
import { bytesOf } from '../state.ts'
import {
  outOfGas,
  type Precompile,
  type PrecompileCall,
  type PrecompileResult,
} from './precompile.ts'
import type { VerifiedMessage, WarpHost } from './warp-host.ts'

/** Gas of the Warp precompile. */
export interface WarpGas {
  readonly blockchainId: number
  readonly messageBase: number
  /** For each 32 bytes of the message's predicate. */
  readonly messageChunk: number
}

/** Gas from Durango to Granite. */
export const durangoWarpGas: WarpGas = { blockchainId: 2, messageBase: 2, messageChunk: 3200 }
/** Gas since Granite. */
export const graniteWarpGas: WarpGas = { blockchainId: 200, messageBase: 750, messageChunk: 512 }

/** Log with three topics, signature and storage of a message. */
const sendGas = 375 + 3 * 375 + 20_000 + 20_000
const sendByteGas = 8

const maxIndex = 2 ** 31 - 1

const messageOutput = tuple({
  message: tuple({ sourceChainId: bytes32, sender: address, payload: bytes }),
  valid: uint256,
})
const hashOutput = tuple({ sourceChainId: bytes32, hash: bytes32, valid: uint256 })

const noMessage = encodeAbi(messageOutput, {
  message: {
    sourceChainId: new Uint8Array(32),
    sender: new Uint8Array(20),
    payload: new Uint8Array(),
  },
  valid: 0n,
})
const noHash = new Uint8Array(96)

type Method = (call: PrecompileCall, host: WarpHost, gas: WarpGas) => PrecompileResult

const selector = (signature: string) => toHex(signatureHash(signature).subarray(0, 4))

const methods = new Map<string, Method>([
  [
    selector('getBlockchainID()'),
    ({ gas }, host, { blockchainId }) =>
      gas < blockchainId
        ? outOfGas
        : { status: 'success', gasLeft: gas - blockchainId, output: host.blockchainId },
  ],
  [selector('getVerifiedWarpMessage(uint32)'), verified('call')],
  [selector('getVerifiedWarpBlockHash(uint32)'), verified('hash')],
  [selector('sendWarpMessage(bytes)'), send],
])

/** Returns the Warp precompile, whose messages the transaction's host knows. */
export const warpContract =
  (gas: WarpGas): Precompile =>
  (call) => {
    const method = methods.get(toHex(call.input.subarray(0, 4)))
    if (!method || !call.warp) return { status: 'failure', error: 'invalid function selector' }
    return method(call, call.warp, gas)
  }

function verified(kind: 'call' | 'hash'): Method {
  return ({ input, gas }, host, { messageBase, messageChunk }) => {
    if (gas < messageBase) return outOfGas
    const index = input.length < 36 ? Number.POSITIVE_INFINITY : Number(numberOfWord(input, 4))
    if (index > maxIndex)
      return { status: 'failure', error: 'invalid index to specify warp message' }
    const message = host.verifiedMessage(index)
    const output = kind === 'call' ? noMessage : noHash
    if (!message) return { status: 'success', gasLeft: gas - messageBase, output }
    const gasLeft = gas - messageBase - messageChunk * message.slots
    if (gasLeft < 0) return outOfGas
    const found = outputOf(message, kind)
    if (!found) return { status: 'failure', error: 'cannot unpack invalid payload' }
    return { status: 'success', gasLeft, output: found }
  }
}

function outputOf(message: VerifiedMessage, kind: 'call' | 'hash'): Uint8Array | undefined {
  const { content, sourceChainId } = message
  if (content?.kind !== kind) return undefined
  if (content.kind === 'hash')
    return encodeAbi(hashOutput, { sourceChainId, hash: content.hash, valid: 1n })
  const { sender, payload } = content
  return encodeAbi(messageOutput, {
    message: { sourceChainId, sender: bytesOf(sender), payload },
    valid: 1n,
  })
}

function send({ input, gas, caller, isStatic, journal }: PrecompileCall, host: WarpHost) {
  const data = input.subarray(4)
  const gasLeft = gas - sendGas - sendByteGas * data.length
  if (gasLeft < 0) return outOfGas
  if (isStatic) return { status: 'failure', error: 'write protection' } as const
  const payload = payloadOf(data)
  if (!payload) return { status: 'failure', error: 'invalid sendWarpMessage input' } as const
  const { id, bytes: message } = host.unsignedMessage(caller, payload)
  const values = { sender: bytesOf(caller), messageId: id, message }
  const log = sendWarpMessageEvent.encode(warpPrecompile, values)
  journal.addLog({ address: toHex(warpPrecompile), topics: [...log.topics], data: log.data })
  return { status: 'success', gasLeft, output: id } as const
}

/** Reads the one argument of the type bytes, wherever its offset leads. */
function payloadOf(data: Uint8Array): Uint8Array | undefined {
  if (data.length < 32) return undefined
  const start = Number(numberOfWord(data)) + 32
  if (start > data.length) return undefined
  const end = start + Number(numberOfWord(data, start - 32))
  return end > data.length ? undefined : data.slice(start, end)
}
