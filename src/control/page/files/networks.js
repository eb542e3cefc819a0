// @ts-check
import { button, code, element, part, table } from './dom.js'
import { showAnswer } from './operations.js'
import { askInterface } from './server.js'
import { shownTime } from './time.js'

/**
 * Previously opened chain, which is opened again after a redraw. @type {{ network: string, chain:
 * string } | undefined}
 */
let opened

/**
 * Draws heights and times of all chains, and the latest activity on the chosen one.
 * @param {{ networks: Record<string, Record<string, { height: number, time: string }>> }} world
 */
export async function drawNetworks({ networks }) {
  const latest = element('div', { id: 'latest', 'aria-live': 'polite' })
  const cards = Object.entries(networks).map(([network, chains]) =>
    element(
      'div',
      {},
      element('h3', {}, network),
      table(
        `Chains of ${network}`,
        ['Chain', 'Height', 'Time', 'Latest'],
        Object.entries(chains).map(([chain, { height, time }]) => [
          chain,
          height,
          shownTime(time),
          button('show', () => open(network, chain, latest)),
        ]),
      ),
    ),
  )
  part('networks-body').replaceChildren(element('div', { class: 'cards' }, ...cards), latest)
  if (opened) await open(opened.network, opened.chain, latest)
}

/** @param {string} network @param {string} chain @param {HTMLElement} into */
async function open(network, chain, into) {
  opened = { network, chain }
  const lists = listsOf(network, chain)
  const answers = await Promise.all(
    lists.map(async ({ path }) => {
      const response = await askInterface(path)
      if (response.ok) return { answer: await response.json() }
      return { failure: `${response.status} ${await response.text()}` }
    }),
  )
  into.replaceChildren(
    element('h3', {}, `Latest of ${chain} on ${network}`),
    ...lists.flatMap(({ title, key, path, cells, head }, index) => {
      const { answer, failure } = answers[index] ?? {}
      const items = answer?.[key] ?? []
      return [
        element(
          'h4',
          {},
          title,
          ' ',
          button('as JSON', () => showAnswer(path)),
        ),
        failure !== undefined
          ? element('p', { class: 'bad' }, failure)
          : items.length === 0
            ? element('p', { class: 'quiet' }, 'none')
            : table(title, head, items.slice(0, 8).map(cells)),
      ]
    }),
  )
}

/** @param {string} path @param {string} text */
const link = (path, text) => {
  const shown = text.length > 20 ? `${text.slice(0, 18)}…` : text
  return button(shown, () => showAnswer(path), 'plain')
}

const cChains = { mainnet: '43114', fuji: '43113' }

/**
 * Returns the lists of a chain, newest first.
 * @param {string} network
 * @param {string} chain
 * @returns {{ title: string, key: string, path: string, head: string[], cells: (item: any) => (Node
 *   | string | number)[] }[]}
 */
function listsOf(network, chain) {
  if (chain === 'P' || chain === 'X') {
    const base = `/v1/networks/${network}/blockchains/${chain.toLowerCase()}-chain`
    return [
      {
        title: 'Blocks',
        key: 'blocks',
        path: `${base}/blocks?pageSize=8`,
        head: ['Height', 'Type', 'Transactions', 'Hash'],
        cells: (block) => [
          link(`${base}/blocks/${block.blockNumber}`, block.blockNumber),
          block.blockType,
          block.txCount,
          code(block.blockHash),
        ],
      },
      {
        title: 'Transactions',
        key: 'transactions',
        path: `${base}/transactions?pageSize=8`,
        head: ['Transaction', 'Type', 'Block'],
        cells: (tx) => [
          link(`${base}/transactions/${tx.txHash}`, tx.txHash),
          tx.txType,
          tx.blockNumber ?? tx.blockHeight,
        ],
      },
    ]
  }
  const chainId = chain === 'C' ? cChains[/** @type {'mainnet' | 'fuji'} */ (network)] : chain
  const base = `/v1/chains/${chainId}`
  return [
    {
      title: 'Blocks',
      key: 'blocks',
      path: `${base}/blocks?pageSize=8`,
      head: ['Number', 'Transactions', 'Gas', 'Hash'],
      cells: (block) => [
        link(`${base}/blocks/${block.blockNumber}`, block.blockNumber),
        block.txCount,
        block.gasUsed,
        code(block.blockHash),
      ],
    },
    {
      title: 'Messages to other chains',
      key: 'messages',
      path: `/v1/icm/messages?sourceBlockchainId=${chainId}&pageSize=8`,
      head: ['Message', 'Status'],
      cells: (message) => [
        link(`/v1/icm/messages/${message.messageId}`, message.messageId),
        message.status,
      ],
    },
  ]
}
