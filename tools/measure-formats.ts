import { performance } from 'node:perf_hooks'
import { addressOf, addressText, evmAddressText } from '../src/formats/addresses.ts'
import { encode } from '../src/formats/codec.ts'
import { sha256 } from '../src/formats/hashes.ts'
import { encodeCb58, idOf, primaryNetworkIdBytes } from '../src/formats/ids.ts'
import { PlatformBlock } from '../src/formats/p-chain-blocks.ts'
import { platformTransactions } from '../src/formats/p-chain-transactions.ts'
import { signP256 } from '../src/formats/p256.ts'
import {
  encodeProposerBlock,
  hasValidSignature,
  proposerBlockId,
  proposerHeader,
} from '../src/formats/proposer-blocks.ts'
import { evmAddressOf, ewoqKey, publicKeyOf } from '../src/formats/secp256k1.ts'
import { stakingCertificate } from '../src/formats/staking-certificates.ts'
import { platformUtxos, utxoBytes, utxoId } from '../src/formats/utxos.ts'

// Measures the operations of src/formats per second on one core, as a Markdown table:
// npx tsx tools/measure-formats.ts

const warmUpMs = 200
const measuredMs = 1000

/** Calls with 0, 1, 2, …, so that no call repeats the one before. */
function perSecond(operation: (round: number) => unknown): number {
  let round = 0
  const runFor = (ms: number) => {
    const first = round
    const start = performance.now()
    while (performance.now() - start < ms) operation(round++)
    return (1000 * (round - first)) / (performance.now() - start)
  }
  runFor(warmUpMs)
  return runFor(measuredMs)
}

const publicKey = publicKeyOf(ewoqKey)
const owner = { locktime: 0n, threshold: 1, addresses: [addressOf(publicKey)] }

/** Builds a transfer with one input and two outputs; the amount makes it unique. */
function transfer(round: number) {
  const output = (amount: bigint) =>
    ({
      assetId: primaryNetworkIdBytes,
      output: { type: 'TransferOutput', amount, ...owner },
    }) as const
  return {
    type: 'BaseTx',
    networkId: 1,
    blockchainId: primaryNetworkIdBytes,
    outputs: [output(BigInt(round)), output(1_000_000_000n)],
    inputs: [
      {
        txId: primaryNetworkIdBytes,
        outputIndex: 1,
        assetId: primaryNetworkIdBytes,
        input: { type: 'TransferInput', amount: 1_000_010_000n, signatureIndices: [0] },
      },
    ],
    memo: new Uint8Array(),
  } as const
}

const issued = platformTransactions.sign(transfer(0), [[ewoqKey]])
const transactions = Array.from({ length: 10 }, () => issued.bytes)
const block = (round: number) =>
  encode(PlatformBlock, {
    type: 'BanffStandardBlock',
    time: 1_700_000_000n,
    parentId: primaryNetworkIdBytes,
    height: BigInt(round),
    transactions,
  })
const stakingKey = sha256(ewoqKey)
const outer = {
  type: 'GraniteBlock',
  parentId: primaryNetworkIdBytes,
  timestamp: 1_700_000_000n,
  pChainHeight: 1n,
  certificate: stakingCertificate(stakingKey),
  innerBlock: block(0),
  epoch: { pChainHeight: 1n, number: 1n, startTime: 1_700_000_000n },
} as const
const signOuter = (round: number) => {
  const unsigned = { ...outer, pChainHeight: BigInt(round) }
  return {
    ...unsigned,
    signature: signP256(proposerHeader(primaryNetworkIdBytes, unsigned), stakingKey),
  }
}
const signedOuter = signOuter(0)

const operations: Record<string, (round: number) => unknown> = {
  'BaseTx encoded, unsigned': (round) => encode(platformTransactions.unsigned, transfer(round)),
  'BaseTx built, signed, encoded, id': (round) =>
    platformTransactions.sign(transfer(round), [[ewoqKey]]),
  'BaseTx decoded, id': () => platformTransactions.decode(issued.bytes),
  'BaseTx signer recovered': () => platformTransactions.recoverSigners(issued),
  'UTXO bytes and ids of a BaseTx': () =>
    platformUtxos(issued).map((utxo) => [utxoBytes(utxo), utxoId(utxo.txId, utxo.outputIndex)]),
  'P block of 10 transactions encoded, id': (round) => idOf(block(round)),
  'outer block id': (round) => proposerBlockId({ ...outer, pChainHeight: BigInt(round) }),
  'outer block signed, encoded': (round) => encodeProposerBlock(signOuter(round)),
  'outer block verified': () => hasValidSignature(primaryNetworkIdBytes, signedOuter),
  'staking certificate': (round) => stakingCertificate(sha256(Uint8Array.of(round, round >> 8))),
  'CB58 of an id': (round) => encodeCb58(sha256(Uint8Array.of(round, round >> 8))),
  'bech32 address': () => addressText(owner.addresses[0] ?? primaryNetworkIdBytes, 'avax', 'P'),
  'EVM address of a key, EIP-55': () => evmAddressText(evmAddressOf(publicKey)),
}

process.stdout.write('| Operation | per second |\n|---|---|\n')
for (const [name, operation] of Object.entries(operations))
  process.stdout.write(`| ${name} | ${Math.round(perSecond(operation)).toLocaleString('en')} |\n`)
