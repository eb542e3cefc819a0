import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imagePath, imagePathForm } from '../../schemas/images.ts'
import { drawImage } from '../../src/images/draw-image.ts'
import { xmlProblem } from './support/well-formed.ts'

const bytesOf = (text: string) => Buffer.byteLength(text)

/** Content that a drawing may have: nothing that runs, and nothing that is elsewhere. */
const elements = [
  ...['svg', 'g', 'use', 'path', 'rect', 'circle', 'polygon', 'text'],
  ...['linearGradient', 'stop', 'animateTransform'],
]

const word = fc.stringMatching(/^[a-z0-9-]{1,40}$/)
const name = fc.oneof(
  fc.tuple(fc.constantFrom('tokens', 'chains', 'banners', 'other'), word),
  fc.tuple(fc.constant('nfts'), word, word),
  fc.tuple(fc.constant('nfts'), word, word, fc.constantFrom('animated', 'else')),
  fc.array(word, { minLength: 1, maxLength: 3 }),
)

test('every name has a drawing: well-formed, below 2 kB, without anything that runs or loads', () => {
  fc.assert(
    fc.property(name, (words) => {
      const svg = drawImage(words.join('/'))
      expect(xmlProblem(svg)).toBeUndefined()
      expect(bytesOf(svg)).toBeLessThan(2000)
      for (const [, element] of svg.matchAll(/<([A-Za-z]+)/g)) expect(elements).toContain(element)
      for (const [, attribute, value] of svg.matchAll(/ (href|src|on\w+|style)="([^"]*)"/g))
        expect([attribute, value]).toEqual(['href', '#p'])
      expect(drawImage(words.join('/'))).toBe(svg)
    }),
  )
})

test('the check of the drawings finds what is not well-formed', () => {
  const wrong = [
    '<svg>',
    '<svg></g>',
    '<svg><g></svg></g>',
    '<svg>a&b</svg>',
    '<svg a="1" a="2"/>',
    '<svg a=1/>',
    '<svg>a<b</svg>',
    'text',
    '<p/>',
    '<svg/>after',
    '',
  ]
  expect(wrong.filter((text) => xmlProblem(text) === undefined)).toEqual([])
  expect(xmlProblem('<svg a="1"><g/>a &#38; b</svg>')).toBeUndefined()
})

const captionOf = (svg: string) => /<text[^>]*>([^<]*)<\/text>/.exec(svg)?.[1]

test('a logo shows the letters of its symbol, a long one four of them', () => {
  const visible = ['c', 'avax', 'wavax', 'wflake', 'snowfall', 'btc-b'].map((symbol) =>
    captionOf(drawImage(`tokens/${symbol}`)),
  )
  expect(visible).toEqual(['C', 'AVAX', 'WAVAX', 'WFLAKE', 'SNOW', 'BTC'])
})

test('an NFT shows its number, a banner its name', () => {
  const id = '1157920892373161954235709850086879078532699846656405640394575840079131'
  expect(captionOf(drawImage('nfts/0xab/7'))).toBe('#7')
  expect(captionOf(drawImage('nfts/0xab/1234567890'))).toBe('#1234567890')
  expect(captionOf(drawImage(`nfts/0xab/${id}`))).toBe('#11579…131')
  expect(captionOf(drawImage('banners/snow-globes'))).toBe('Snow Globes')
})

test('the tokens of a collection look different, also without their numbers, and so do symbols', () => {
  const withoutCaption = (svg: string) => svg.replace(/<text.*<\/text>/, '').replace(/#\d+/, '')
  const drawn = Array.from({ length: 200 }, (_, id) => drawImage(`nfts/0xab/${id}`))
  expect(new Set(drawn.map(withoutCaption)).size).toBe(200)
  expect(drawImage('nfts/0xab/7')).not.toBe(drawImage('nfts/0xac/7'))
  expect(drawImage('tokens/avax')).not.toBe(drawImage('tokens/avab'))
  expect(drawImage('tokens/avax')).not.toBe(drawImage('chains/avax'))
})

test('only what is animated turns', () => {
  expect(drawImage('nfts/0xab/7/animated')).toContain('<animateTransform ')
  expect(drawImage('nfts/0xab/7')).not.toContain('<animateTransform ')
})

test('any words make a path that is answered', () => {
  const whole = new RegExp(`^${imagePathForm}$`)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
      expect(imagePath('banners', text)).toMatch(whole)
    }),
  )
  const address = `0x${'Ab'.repeat(20)}`
  expect(imagePath('nfts', address, '9'.repeat(78), 'animated')).toMatch(whole)
  expect(imagePath('tokens', 'BTC.b')).toBe('/_images/tokens/btc-b.svg')
})
