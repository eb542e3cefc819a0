import { expect, test } from 'vitest'
import { avalancheRules } from '../../src/evm/avalanche.ts'
import { ethereumRules } from '../../src/evm/forks.ts'
import { Journal } from '../../src/evm/journal.ts'
import { emptyState } from '../../src/evm/overlay-state.ts'
import { precompileAddress } from '../../src/evm/precompiles/ethereum.ts'
import { finished, type PrecompileResult } from '../../src/evm/precompiles/precompile.ts'
import { bytesOf } from '../../src/evm/state.ts'
import { toHex } from '../../src/formats/ids.ts'

const granite = avalancheRules('c-chain', 'granite')

function run(number: number, input: string, gas = 10_000_000, rules = granite): PrecompileResult {
  const precompile = rules.precompiles.get(precompileAddress(number))
  if (!precompile) throw new Error(`no precompile ${number}`)
  const result = precompile({
    kind: 'CALL',
    input: bytesOf(`0x${input}`),
    gas,
    caller: precompileAddress(0xca11),
    isStatic: false,
    timestamp: 0n,
    journal: new Journal(rules, emptyState),
    warp: undefined,
  })
  return result.status === 'slow' ? finished(result.work) : result
}

function outputOf(result: PrecompileResult): { gasUsed: number; output: string } | string {
  if (result.status !== 'success') return result.status
  return { gasUsed: 10_000_000 - result.gasLeft, output: toHex(result.output).slice(2) }
}

const word = (hex: string) => hex.padStart(64, '0')
const blakeState =
  '48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5d182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b'
const blake = (rounds: string, last: string) =>
  `${rounds}${blakeState}${'616263'.padEnd(256, '0')}03${'0'.repeat(30)}${last}`
const signed = '18c547e4f7b0f325ad1e56f57e26c745b09a3e503d86e00e5255ff7f715d3d1c'
const highS =
  '73b1693892219d736caba55bdb67216e485557ea6b6af75f37096c9aa6a5a75feeb940b1d03b21e36b0e47e79769f095fe2ab855bd91e3a38756b7d75a9c4549'

// From go-ethereum's test data and the EIPs.
const vectors: [title: string, number: number, input: string, gasUsed: number, output: string][] = [
  [
    'a signature with a high s',
    1,
    `${signed}${word('1c')}${highS}`,
    3000,
    word('a94f5374fce5edbc8e2a8697c15331677e6ebf0b'),
  ],
  ['a signature with another v', 1, `${signed}1${word('1c').slice(1)}${highS}`, 3000, ''],
  [
    'SHA-256 of nothing',
    2,
    '',
    60,
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  ],
  ['RIPEMD-160 of nothing', 3, '', 600, word('9c1185a5c5e9fc54612808977ee8f548b2258d31')],
  ['the identity', 4, '0102', 18, '0102'],
  [
    'a power that Fermat makes 1',
    5,
    `${word('1')}${word('20')}${word('20')}03fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2efffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f`,
    1360,
    word('1'),
  ],
  [
    'a power of nothing',
    5,
    `${word('0')}${word('20')}${word('20')}fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2efffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f`,
    1360,
    word('0'),
  ],
  [
    'a sum of points',
    6,
    `${word('1')}${word('2')}${word('1')}${word('2')}`,
    150,
    '030644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd315ed738c0e0a7c92e7845f96b2ae9c0a68a6a449e3538fc7ff3ebf7a5a18a2c4',
  ],
  ['a sum of infinities', 6, '', 150, '0'.repeat(128)],
  [
    'a multiple of a point',
    7,
    '2bd3e6d0f3b142924f5ca7b49ce5b9d54c4703d7ae5648e61d02268b1a0a9fb721611ce0a6af85915e2f1d70300909ce2e49dfad4a4619c8390cae66cefdb20400000000000000000000000000000000000000000000000011138ce750fa15c2',
    6000,
    '070a8d6a982153cae4be29d434e8faef8a47b274a053f5a4ee2a6c9c13c31e5c031b8ce914eba3a9ffb989f9cdd5b0f01943074bf4f0f315690ec3cec6981afc',
  ],
  [
    'a factor above the order',
    7,
    '1a87b0584ce92f4593d161480614f2989035225609f08058ccfa3d0f940febe31a2f3c951f6dadcc7ee9007dff81504b0fcd6d7cf59996efdc33d92bf7f9f8f6ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
    6000,
    '2cde5879ba6f13c0b5aa4ef627f159a3347df9722efce88a9afbb20b763b4c411aa7e43076f6aee272755a7f9b84832e71559ba0d2e0b17d5f9f01755e5b0d11',
  ],
  ['no pairing', 8, '', 45_000, word('1')],
  [
    'BLAKE2b without rounds',
    9,
    blake('00000000', '01'),
    0,
    '08c9bcf367e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5d282e6ad7f520e511f6c3e2b8c68059b9442be0454267ce079217e1319cde05b',
  ],
  [
    'BLAKE2b with 12 rounds',
    9,
    blake('0000000c', '01'),
    12,
    'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
  ],
  [
    'BLAKE2b before the last block',
    9,
    blake('0000000c', '00'),
    12,
    '75ab69d3190a562c51aef8d88f1c2775876944407270c42c9844252c26d2875298743e7f6d5ea2f2d3e8d226039cd31b4e426ac4f2d3d666a610c2116fde4735',
  ],
  [
    'a proof of a blob',
    10,
    '01e798154708fe7789429634053cbf9f99b619f9f084048927333fce637f549b564c0a11a0f704f4fc3e8acfe0f8245f0ad1347b378fbf96e206da11a5d3630624d25032e67a7e6a4910df5834b8fe70e6bcfeeac0352434196bdf4b2485d5a18f59a8d2a1a625a17f3fea0fe5eb8c896db3764f3185481bc22f91b4aaffcca25f26936857bc3a7c2539ea8ec3a952b7873033e038326e87ed3e1276fd140253fa08e9fc25fb2d9a98527fc22a2c9612fbeafdad446cbc7bcdbdcd780af2c16a',
    50_000,
    '000000000000000000000000000000000000000000000000000000000000100073eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001',
  ],
  [
    'a signature of P-256',
    0x100,
    '4cee90eb86eaa050036147a12d49004b6b9c72bd725d39d4785011fe190f0b4da73bd4903f0ce3b639bbbf6e8e80d16931ff4bcf5993d58468e8fb19086e8cac36dbcd03009df8c59286b162af3bd7fcc0450c9aa81be5d10d312af6c66b1d604aebd3099c618202fcfe16ae7770b0c49ab5eadf74b754204a3bb6060e44eff37618b065f9832de4ca6ca971a7a1adc826d0f7c00181a5fb2ddf79ae00b4e10e',
    6900,
    word('1'),
  ],
  ['no signature of P-256', 0x100, '4cee90', 6900, ''],
]

test.each(vectors)(
  '%s has the output and gas of go-ethereum',
  (_, number, input, gasUsed, output) => {
    expect(outputOf(run(number, input))).toEqual({ gasUsed, output })
  },
)

test('points off the curve, broken pairs and lengths use up the gas', () => {
  expect(outputOf(run(6, `${word('1')}${word('3')}`))).toBe('failure')
  expect(outputOf(run(7, `${word('1')}${word('3')}`))).toBe('failure')
  expect(outputOf(run(8, word('1')))).toBe('failure')
  expect(outputOf(run(9, blake('00000001', '02')))).toBe('failure')
  expect(outputOf(run(9, '00'))).toBe('failure')
  expect(outputOf(run(10, '00'))).toBe('failure')
})

test('a power costs more by EIP-198, and a length beyond all gas is out of gas', () => {
  const input = `${word('1')}${word('20')}${word('20')}03${'ff'.repeat(64)}`
  const old = run(5, input, 10_000_000, ethereumRules('istanbul'))
  expect(outputOf(old)).toMatchObject({ gasUsed: 13_056 })
  expect(run(5, `${'ff'.repeat(96)}`).status).toBe('failure')
})
