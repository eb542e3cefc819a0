const assert = require('node:assert/strict')
const { appendFileSync } = require('node:fs')
const { ethers } = require('hardhat')

// Prints what the test of vitest looks up in the Data API.
const tell = (facts) => appendFileSync(process.env.TOLD, `${JSON.stringify(facts)}\n`)

const mined = async (sent) => (await sent).wait()

/** Asserts that a transaction reverts with a custom error of a contract, and these arguments. */
async function reverts(contract, sent, name, ...args) {
  await assert.rejects(sent, (error) => {
    const data = error.data?.data ?? error.data
    const parsed = error.revert ?? contract.interface.parseError(data)
    assert.equal(parsed.name, name)
    assert.deepEqual([...parsed.args], args)
    return true
  })
}

describe('tokens of OpenZeppelin', () => {
  let owner
  let other
  before(async () => {
    ;[owner, other] = await ethers.getSigners()
  })

  it('ERC-20: moves, allows, burns and permits', async () => {
    const coin = await ethers.deployContract('Coin', [1000n])
    const address = await coin.getAddress()
    assert.equal(await coin.totalSupply(), 1000n)
    const receipt = await mined(coin.transfer(other.address, 100n))
    const [event] = receipt.logs.map((log) => coin.interface.parseLog(log))
    assert.deepEqual([...event.args], [owner.address, other.address, 100n])
    await reverts(
      ...[coin, coin.connect(other).transfer(owner.address, 101n), 'ERC20InsufficientBalance'],
      ...[other.address, 100n, 101n],
    )
    await reverts(
      ...[coin, coin.connect(other).transferFrom(owner.address, other.address, 1n)],
      ...['ERC20InsufficientAllowance', other.address, 0n, 1n],
    )
    await mined(coin.approve(other.address, 50n))
    await mined(coin.connect(other).transferFrom(owner.address, other.address, 20n))
    assert.equal(await coin.allowance(owner.address, other.address), 30n)
    await mined(coin.burn(5n))
    assert.equal(await coin.totalSupply(), 995n)

    const { chainId } = await ethers.provider.getNetwork()
    const deadline = 2n ** 40n
    const permit = await owner.signTypedData(
      { name: 'Hard Coin', version: '1', chainId, verifyingContract: address },
      {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      { owner: owner.address, spender: other.address, value: 77n, nonce: 0n, deadline },
    )
    const { v, r, s } = ethers.Signature.from(permit)
    await mined(coin.connect(other).permit(owner.address, other.address, 77n, deadline, v, r, s))
    assert.equal(await coin.allowance(owner.address, other.address), 77n)
    tell({ coin: address, balance: String(await coin.balanceOf(owner.address)) })
  })

  it('ERC-721: mints, moves to contracts that take them, and tells URIs', async () => {
    const art = await ethers.deployContract('Art')
    const vault = await ethers.deployContract('Vault')
    const wall = await ethers.deployContract('Wall')
    await mined(art.mint(owner.address, 7n, 'ipfs://art/7.json'))
    await mined(art.mint(other.address, 8n, 'ipfs://art/8.json'))
    assert.equal(await art.tokenURI(7n), 'ipfs://art/7.json')
    await reverts(
      ...[art, art.connect(other).mint(other.address, 9n, ''), 'OwnableUnauthorizedAccount'],
      other.address,
    )
    await reverts(art, art.ownerOf(99n), 'ERC721NonexistentToken', 99n)
    const move = art['safeTransferFrom(address,address,uint256)']
    const [vaultAddress, wallAddress] = [await vault.getAddress(), await wall.getAddress()]
    await reverts(
      ...[art, move(owner.address, wallAddress, 7n), 'ERC721InvalidReceiver', wallAddress],
    )
    await mined(move(owner.address, vaultAddress, 7n))
    assert.equal(await art.ownerOf(7n), vaultAddress)
    tell({ art: await art.getAddress(), vault: vaultAddress })
  })

  it('ERC-1155: mints and moves batches', async () => {
    const goods = await ethers.deployContract('Goods')
    const address = await goods.getAddress()
    await mined(goods.mint(owner.address, [1n, 2n], [10n, 20n]))
    await mined(goods.safeBatchTransferFrom(owner.address, other.address, [1n, 2n], [4n, 5n], '0x'))
    assert.deepEqual(
      [...(await goods.balanceOfBatch([owner.address, other.address], [1n, 2n]))],
      [6n, 5n],
    )
    await reverts(
      ...[goods, goods.safeTransferFrom(owner.address, other.address, 1n, 7n, '0x')],
      ...['ERC1155InsufficientBalance', owner.address, 6n, 7n, 1n],
    )
    const filter = goods.filters.TransferBatch()
    const [minted, moved] = await goods.queryFilter(filter)
    assert.equal(minted.args.from, ethers.ZeroAddress)
    assert.equal(moved.args.to, other.address)
    tell({ goods: address })
  })
})
