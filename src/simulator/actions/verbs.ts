import type { ActionOf, Do } from '../../../schemas/control/actions/index.ts'
import type { Verb } from './verb.ts'
import { createAsset, mintAsset, mintNft } from './verbs/assets.ts'
import { exportCoins, importCoins } from './verbs/atomic.ts'
import { call } from './verbs/call.ts'
import { deploy, fail, price } from './verbs/contracts.ts'
import { issue } from './verbs/issue.ts'
import {
  convertToL1,
  disableL1Validator,
  increaseL1Balance,
  registerL1Validator,
  setL1Weight,
} from './verbs/l1s.ts'
import { deliverMessage, sendMessage } from './verbs/messages.ts'
import { reindexNft } from './verbs/reindex-nft.ts'
import { addValidator, delegate, removeSubnetValidator } from './verbs/staking.ts'
import { createChain, createSubnet, transferSubnet } from './verbs/subnets.ts'
import { mint, transferToken } from './verbs/tokens.ts'
import { declareWallet, fund, transfer } from './verbs/transfers.ts'

/** All actions, by `do`. */
export const verbs: { readonly [Each in Do]: Verb<ActionOf<Each>> } = {
  wallet: declareWallet,
  fund,
  transfer,
  fail,
  deploy,
  call,
  mint,
  transferToken,
  price,
  reindexNft,
  sendMessage,
  deliverMessage,
  export: exportCoins,
  import: importCoins,
  addValidator,
  delegate,
  removeSubnetValidator,
  createSubnet,
  createChain,
  transferSubnet,
  convertToL1,
  registerL1Validator,
  setL1Weight,
  increaseL1Balance,
  disableL1Validator,
  createAsset,
  mintAsset,
  mintNft,
  issue,
}
