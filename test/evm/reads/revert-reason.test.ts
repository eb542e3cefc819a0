import { expect, test } from 'vitest'
import { revertReason } from '../../../src/evm/reads/revert-reason.ts'
import { bytesOf } from '../../../src/evm/state.ts'

const word = (hex: string) => hex.padStart(64, '0')
const error = '0x08c379a0'
const panic = '0x4e487b71'
const text = Buffer.from('too much').toString('hex').padEnd(64, '0')

test.each([
  ['a text', `${error}${word('20')}${word('8')}${text}`, 'too much'],
  ['a text of no letters', `${error}${word('20')}${word('0')}`, ''],
  ['a panic', `${panic}${word('11')}`, 'arithmetic underflow or overflow'],
  ['a panic of another code', `${panic}${word('99')}`, 'unknown panic code: 0x99'],
  ['an offset behind the end', `${error}${word('ff')}${word('8')}${text}`, undefined],
  ['an offset of 256 bits', `${error}${'f'.repeat(64)}${word('8')}${text}`, undefined],
  ['a length behind the end', `${error}${word('20')}${word('ff')}${text}`, undefined],
  ['an error of another name', `0x01020304${word('20')}${word('8')}${text}`, undefined],
  ['nothing', '0x', undefined],
  ['a selector alone', error, undefined],
])('the reason of %s', (_, output, reason) => {
  expect(revertReason(bytesOf(output))).toBe(reason)
})
