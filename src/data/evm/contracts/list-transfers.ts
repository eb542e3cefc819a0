import { LiveTransfers } from '../../../../schemas/data/live-evm-details.ts'
import { listTransfers } from '../../../../schemas/data/token-transfers.ts'
import { notFound, quoteInput } from '../../../http/response/errors.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { openRangePage, type RangeBindings } from '../blocks/block-range.ts'
import { findChain } from '../find-chain.ts'
import {
  type Erc20Row,
  type Erc721Row,
  type Erc1155Row,
  erc20Selection,
  erc721Selection,
  erc1155Selection,
  toErc20Transfer,
  toErc721Transfer,
  toErc1155Transfer,
} from '../transfers/kinds.ts'
import { movePage, ofContract, transfersBefore } from '../transfers/transfer-list.ts'
import { contractAt } from './contract.ts'

/** `GET …/tokens/{address}/transfers`: newest first; 404 for no token contract. G-104 */
export const listTransfersRoute = route(
  listTransfers,
  (world, input, { dialect }) => {
    const { chain_id: chainId } = findChain(world, input.params.chainId)
    const { address } = input.params
    switch (contractAt(world, chainId, address)?.erc_type) {
      case 'ERC-20': {
        const page = movePage(world, listTransfers, input, selectErc20, dialect)
        const transfers = page.rows.map((row) => toErc20Transfer(row, page.around))
        return { ...page.next, transfers }
      }
      case 'ERC-721': {
        const page = movePage(world, listTransfers, input, selectErc721, dialect)
        const transfers = page.rows.map((row) => toErc721Transfer(row, page.around))
        return { ...page.next, transfers }
      }
      case 'ERC-1155': {
        const page = movePage(world, listTransfers, input, selectErc1155, dialect)
        const transfers = page.rows.map((row) => toErc1155Transfer(row, page.around))
        return { ...page.next, transfers }
      }
      default:
        // Errors of the request itself take precedence.
        openRangePage(world, { operation: listTransfers, chainId, keysPerTransaction: 1 }, input)
        throw notFound(`Token contract ${quoteInput(address)} does not exist on chain ${chainId}`)
    }
  },
  { liveResponse: LiveTransfers },
)

const selectErc20 = statement<RangeBindings, Erc20Row>(
  transfersBefore(ofContract('erc20'), erc20Selection),
)

const selectErc721 = statement<RangeBindings, Erc721Row>(
  transfersBefore(ofContract('erc721'), erc721Selection),
)

const selectErc1155 = statement<RangeBindings, Erc1155Row>(
  transfersBefore(ofContract('erc1155'), erc1155Selection),
)
