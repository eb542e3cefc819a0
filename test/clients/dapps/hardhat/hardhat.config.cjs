require('@nomicfoundation/hardhat-ethers')
const { subtask } = require('hardhat/config')
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = require('hardhat/builtin-tasks/task-names')
const solc = require('solc/package.json')

// The compiler of the npm package: a test downloads nothing.
subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async () => ({
  compilerPath: require.resolve('solc/soljson.js'),
  isSolcJs: true,
  version: solc.version,
  longVersion: solc.version,
}))

const { SNOWGLOBE_RPC, SNOWGLOBE_KEYS = '', HARDHAT_OUTPUT } = process.env

module.exports = {
  solidity: {
    version: solc.version,
    settings: { optimizer: { enabled: true, runs: 200 }, evmVersion: 'cancun' },
  },
  paths: { cache: `${HARDHAT_OUTPUT}/cache`, artifacts: `${HARDHAT_OUTPUT}/artifacts` },
  networks: { snowglobe: { url: SNOWGLOBE_RPC, accounts: SNOWGLOBE_KEYS.split(',') } },
}
