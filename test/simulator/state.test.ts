import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { tables } from '../../src/store/tables.ts'
import { root, sourceFiles } from '../support/source-files.ts'

// The memory of the simulator can be thrown away between any two steps: each field of it says here
// where it is read again. The tests of resuming prove that what it says is enough.

/** Gone when its block or its call is made. */
const ofTheCall = 'of one block or call'
/** Follows from what never changes: the definition, the seed, a text. */
const pure = 'follows from what never changes'

/** Written before each commit, so that no later opening of the world misses it. */
const ofTheCommit = 'of one commit'

/** Columns that a field is read from, a part of `kept`, or why it needs neither. */
const origins: Readonly<Record<string, readonly string[]>> = {
  'actions/refused-action-error.ts RefusedActionError.leavesSimulation': [ofTheCall],
  'actions/verbs/contract-atomic.ts waiting': [ofTheCall],
  'actions/evm-block-assembler.ts EvmBlockAssembler.#open': [ofTheCall],
  'actions/verbs/l1s.ts subnetId': [ofTheCall],
  'actions/verbs/l1s.ts validationId': [ofTheCall],
  'actions/block-assembler.ts BlockAssembler.#open': [ofTheCall],
  'actions/block-assembler.ts touches': [ofTheCall],
  'background/background-times.ts current': [pure],
  'background/background-times.ts drawn': [pure],
  'evm/counts/block-counts.ts BlockTally.#deployers': [ofTheCall],
  'evm/counts/block-counts.ts BlockTally.#gasPrices': [ofTheCall],
  'evm/counts/block-counts.ts BlockTally.#hasSent': [ofTheCall],
  'evm/counts/block-counts.ts BlockTally.#maxGasPrice': [ofTheCall],
  'evm/blocks/block.ts EvmBlock.#atomic': [ofTheCall],
  'evm/blocks/block.ts EvmBlock.#blooms': [ofTheCall],
  'evm/blocks/block.ts EvmBlock.#draws': [ofTheCall],
  'evm/blocks/block.ts EvmBlock.#feesSpent': [ofTheCall],
  'evm/blocks/block.ts EvmBlock.#gasUsed': [ofTheCall],
  'evm/blocks/block.ts EvmBlock.#logs': [ofTheCall],
  'evm/blocks/block.ts EvmBlock.#raws': [ofTheCall],
  'evm/blocks/block.ts EvmBlock.#receipts': [ofTheCall],
  'evm/contracts/contract-book.ts ContractBook.#contracts': [
    'contract.address',
    'contract.everyday',
  ],
  'evm/contracts/contract-book.ts ContractBook.#background': ['contract.everyday'],
  'evm/contracts/contract-book.ts ContractBook.#backgroundByType': ['contract.everyday'],
  'evm/prices/prices.ts latest': ['token_price.usd'],
  'primary/utxos/unspent-sums.ts UnspentSums.#known': ['unspent_sum.utxos', 'unspent_sum.amount'],
  'evm/state/chain-state.ts ChainState.#accounts': ['evm_account.nonce', 'evm_balance.balance'],
  'evm/state/chain-state.ts ChainState.#storage': ['evm_storage.value'],
  'evm/state/chain-state.ts ChainState.#slots': ['evm_storage.value'],
  'evm/state/chain-state.ts ChainState.#pending': [ofTheCall],
  'evm/state/chain-state.ts ChainState.#found': [ofTheCall],
  'evm/state/chain-state.ts ChainState.#newCode': [ofTheCall],
  'evm/state/chain-state.ts ChainState.#texts': [pure],
  'evm/ledgers/token-uris.ts uris': [ofTheCall],
  'evm/state/trie-node-rows.ts TrieNodeRows.#owners': ['evm_trie_node.node'],
  'evm/state/trie-node-rows.ts TrieNodeRows.#changed': [ofTheCommit],
  'evm/state/trie-node-rows.ts TrieNodeRows.#unwritten': [ofTheCommit],
  'evm/state/trie-node-rows.ts TrieNodeRows.#count': ['evm_trie_node.node'],
  'evm/state/trie-node-rows.ts nodes': ['evm_trie_node.node'],
  'evm/state/trie-node-rows.ts stored': [ofTheCommit],
  'evm/ledgers/erc20-ledger.ts Erc20Ledger.#balances': ['erc20_balance.balance'],
  'evm/evm-chain.ts EvmChain.#head': ['evm_block.number', 'evm_block.cumulative_transactions'],
  'evm/ledgers/held-tokens.ts HeldTokens.#lists': ['nft_balance.balance', 'contract.everyday'],
  'evm/counts/last-active.ts LastActive.#changes': [ofTheCommit],
  'evm/counts/last-active.ts LastActive.#known': ['evm_last_active.address'],
  'evm/ledgers/ledger.ts Ledger.#before': [ofTheCall],
  'evm/ledgers/ledger.ts Ledger.#known': ['evm_balance.balance', 'erc20_balance.balance'],
  'evm/ledgers/nft-holdings.ts NftHoldings.#held': ['nft_balance.balance'],
  'evm/ledgers/nft-ledger.ts NftLedger.#counts': ['nft_token.contract_seq'],
  'evm/ledgers/nft-ledger.ts NftLedger.#tokens': ['nft_token.seq'],
  'evm/counts/periods.ts IntervalPeriods.#hasRow': ['evm_period.start'],
  'evm/counts/periods.ts IntervalPeriods.#isChanged': [ofTheCommit],
  'evm/counts/periods.ts IntervalPeriods.#latest': ['evm_period.start'],
  'evm/counts/periods.ts IntervalPeriods.#departed': [ofTheCommit],
  'evm/counts/periods.ts Periods.#scopes': ['evm_period.scope'],
  'evm/counts/periods.ts Scope.#unwritten': [ofTheCommit],
  'evm/ledgers/transfer-book.ts position': [ofTheCall],
  'interchain/interchain.ts place': ['evm_chain.blockchain_id'],
  'interchain/interchain.ts endpoints': [pure, 'kept created chains'],
  'accounts/keyring.ts Keyring.#byAddress': ['kept wallets'],
  'accounts/keyring.ts Keyring.#byName': ['kept wallets'],
  'simulation.ts opened': ['kept progress'],
  // Of the world that goes on, not of what it is: each clock advance of the log says its own.
  'simulation.ts pace': ['log.entry'],
  'simulation.ts periods': ['evm_period.scope'],
  'issue/spending.ts LockedSums.sums': [ofTheCall],
  'issue/spending.ts unlocked': [ofTheCall],
  'node/names.ts known': [pure],
  'open-network.ts seen': ['kept node'],
  'primary/containers.ts Containers.#heads': ['container.position'],
  'primary/atomic/contract-side.ts names': [ofTheCall],
  'primary/exchange/exchange-chain.ts ExchangeChain.#head': ['primary_block.block_id'],
  'primary/genesis.ts left': [ofTheCall],
  'primary/l1/l1-upkeep.ts active': ['l1_validator.paid_until'],
  'primary/l1/l1-upkeep.ts tended': ['l1_validator.paid_until'],
  'primary/l1/l1-validators.ts L1Validators.#active': ['l1_validator.paid_until'],
  'primary/l1/warp-signers.ts keys': [ofTheCall],
  'primary/nodes.ts Nodes.#byId': [pure, 'kept made nodes'],
  'primary/nodes.ts Nodes.#byName': [pure, 'kept made nodes'],
  'primary/utxos/parties.ts alone': [pure],
  'primary/plan/plan.ts LazySchedule.#events': [pure],
  'primary/plan/plan.ts LazySchedule.#isOver': [pure],
  'primary/plan/plan.ts requested': [pure],
  'primary/plan/plan.ts declared': [pure],
  'primary/plan/plan.ts endless': [pure],
  'primary/plan/plan.ts next': [pure],
  'primary/platform/platform-head.ts PlatformHead.blockId': ['primary_block.block_id'],
  'primary/platform/platform-head.ts PlatformHead.gas': [
    'primary_block.gas_capacity',
    'primary_block.gas_excess',
  ],
  'primary/platform/platform-head.ts PlatformHead.height': ['primary_block.height'],
  'primary/platform/platform-head.ts PlatformHead.time': ['primary_block.timestamp'],
  'primary/primary-network.ts proposers': ['staking_period.node_id'],
  'primary/primary-network.ts validators': ['staking_period.node_id'],
  'primary/proposers.ts Proposers.#last': ['container.bytes'],
  'primary/staking/stake-rewards.ts made': [ofTheCall],
  'primary/staking/stakers.ts StakerSet.#nextChange': ['staking_period.end_timestamp'],
  'primary/staking/stakers.ts StakerSet.#validators': ['staking_period.node_id'],
  'primary/plan/staking-plan.ts time': [pure],
  'primary/subnets/subnet-book.ts SubnetBook.#chains': ['blockchain.blockchain_id'],
  'primary/utxos/utxo-rows.ts UtxoRows.#knownOwners': ['address_owners.owners'],
  'primary/utxos/utxo-set.ts DraftedUtxos.#taken': [ofTheCall],
  'primary/utxos/utxo-set.ts UtxoSet.#byId': ['utxo.utxo_id'],
  'primary/utxos/utxo-set.ts UtxoSet.#byOwner': ['utxo.owners', 'utxo.consumed_by'],
  'primary/utxos/utxo-set.ts UtxoSet.#texts': [pure],
  'random.ts a': [pure],
  'random.ts b': [pure],
  'random.ts c': [pure],
  'random.ts counter': [pure],
  'scheduler.ts NetworkScheduler.#next': ['kept progress'],
  'scheduler.ts next': [ofTheCall],
  'chains/sequences.ts last': ['primary_transaction.seq', 'evm_transaction.seq'],
  // Only ever compared with itself, within the same simulation.
  'watched-store.ts changes': ['kept node'],
}

test('each thing that the simulator remembers is in a column, or need not be', () => {
  const found = sourceFiles('src/simulator').flatMap(rememberedIn)
  expect([...new Set(found)].sort()).toEqual(Object.keys(origins).sort())
})

test('the columns and parts that it is read from are there', () => {
  const db = new Database(':memory:')
  db.exec(tables)
  const columns = db
    .prepare<[], string>(
      `SELECT t.name || '.' || c.name FROM pragma_table_list t, pragma_table_info(t.name) c`,
    )
    .pluck()
    .all()
  db.close()
  const sources = sourceFiles('src/simulator').map((file) => readFileSync(join(root, file), 'utf8'))
  // Named where the part is opened, or in a constant beside it.
  const naming =
    /(?:stateSlot(?:<[^(]*>)?\(\s*\S+, |const \w*part = (?:\(.*\) => )?)['`](?:\$\{[^}]*\} )*([a-z0-9 ]+)['`]/gi
  const parts = sources.flatMap((text) =>
    [...text.matchAll(naming)].map(([, part]) => `kept ${part?.trim()}`),
  )
  const known = new Set([...columns, ...parts, 'log.entry', ofTheCall, ofTheCommit, pure])
  expect(Object.values(origins).flatMap((list) => list.filter((each) => !known.has(each)))).toEqual(
    [],
  )
})

/** Fields that change, and variables that change and outlive their statement in a function. */
function rememberedIn(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const place = file.replace('src/simulator/', '')
  const found: string[] = []
  const walk = (node: ts.Node): void => {
    if (ts.isPropertyDeclaration(node) && isChangingField(node))
      found.push(
        `${place} ${(node.parent as ts.ClassDeclaration).name?.text}.${node.name.getText()}`,
      )
    if (ts.isVariableDeclaration(node) && ts.isVariableDeclarationList(node.parent)) {
      const isLet = (node.parent.flags & ts.NodeFlags.Let) !== 0
      if ((isLet || isEmptyCollection(node.initializer)) && isUsedInside(node))
        found.push(`${place} ${node.name.getText()}`)
    }
    ts.forEachChild(node, walk)
  }
  walk(source)
  return found
}

const isEmptyCollection = (value: ts.Expression | undefined): boolean =>
  /^(new (Map|Set|WeakMap)(<.*>)?\(\)|\[\])$/s.test(value?.getText() ?? '')

function isChangingField({ modifiers, initializer }: ts.PropertyDeclaration): boolean {
  const isReadonly = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword)
  if (initializer && ts.isArrowFunction(initializer)) return false
  return !isReadonly || isEmptyCollection(initializer)
}

/** Whether a function within the block of a variable uses it, so that it may outlive the call. */
function isUsedInside(variable: ts.VariableDeclaration): boolean {
  const name = variable.name.getText()
  const uses = (node: ts.Node, isWithin: boolean): boolean => {
    if (isWithin && ts.isIdentifier(node) && node.text === name) return true
    return (
      ts.forEachChild(node, (child) => uses(child, isWithin || ts.isFunctionLike(node))) ?? false
    )
  }
  return uses(variable.parent.parent.parent, false)
}
