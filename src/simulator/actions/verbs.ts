import type { ActionOf, Do } from '../../../schemas/control/actions/index.ts'
import { createAsset, mintAsset, mintNft } from './assets.ts'
import { exportCoins, importCoins } from './atomic.ts'
import { deploy, fail, price } from './contracts.ts'
import { issue } from './issue.ts'
import {
  convertToL1,
  disableL1Validator,
  increaseL1Balance,
  registerL1Validator,
  setL1Weight,
} from './l1s.ts'
import { deliverMessage, sendMessage } from './messages.ts'
import { reindexNft } from './reindex-nft.ts'
import { addValidator, delegate, removeSubnetValidator } from './staking.ts'
import { createChain, createSubnet, transferSubnet } from './subnets.ts'
import { mint, transferToken } from './tokens.ts'
import { declareWallet, fund, transfer } from './transfers.ts'
import type { Verb } from './verb.ts'

/** All actions, by `do`. */
export const verbs: { readonly [Each in Do]: Verb<ActionOf<Each>> } = {
  wallet: declareWallet,
  fund,
  transfer,
  fail,
  deploy,
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
