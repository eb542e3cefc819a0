// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice Many calls in one, with the functions of the contract that has this name on public
/// chains. Since it reads the base fee, it needs London's rules for that one function.
contract Multicall3 {
    struct Call {
        address target;
        bytes callData;
    }

    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Call3Value {
        address target;
        bool allowFailure;
        uint256 value;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate(
        Call[] calldata calls
    ) external payable returns (uint256 blockNumber, bytes[] memory returnData) {
        blockNumber = block.number;
        returnData = new bytes[](calls.length);
        for (uint256 i = 0; i < calls.length; i++)
            returnData[i] = _call(calls[i].target, 0, calls[i].callData, false).returnData;
    }

    function tryAggregate(
        bool requireSuccess,
        Call[] calldata calls
    ) public payable returns (Result[] memory returnData) {
        returnData = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++)
            returnData[i] = _call(calls[i].target, 0, calls[i].callData, !requireSuccess);
    }

    function tryBlockAndAggregate(
        bool requireSuccess,
        Call[] calldata calls
    )
        public
        payable
        returns (uint256 blockNumber, bytes32 blockHash, Result[] memory returnData)
    {
        blockNumber = block.number;
        blockHash = blockhash(block.number);
        returnData = tryAggregate(requireSuccess, calls);
    }

    function blockAndAggregate(
        Call[] calldata calls
    )
        external
        payable
        returns (uint256 blockNumber, bytes32 blockHash, Result[] memory returnData)
    {
        return tryBlockAndAggregate(true, calls);
    }

    function aggregate3(
        Call3[] calldata calls
    ) external payable returns (Result[] memory returnData) {
        returnData = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            Call3 calldata each = calls[i];
            returnData[i] = _call(each.target, 0, each.callData, each.allowFailure);
        }
    }

    function aggregate3Value(
        Call3Value[] calldata calls
    ) external payable returns (Result[] memory returnData) {
        returnData = new Result[](calls.length);
        uint256 spent = 0;
        for (uint256 i = 0; i < calls.length; i++) {
            Call3Value calldata each = calls[i];
            spent += each.value;
            returnData[i] = _call(each.target, each.value, each.callData, each.allowFailure);
        }
        require(msg.value == spent, "Multicall3: the values are not the value of the call");
    }

    function getBlockHash(uint256 blockNumber) external view returns (bytes32) {
        return blockhash(blockNumber);
    }

    function getLastBlockHash() external view returns (bytes32) {
        return blockhash(block.number - 1);
    }

    function getBlockNumber() external view returns (uint256) {
        return block.number;
    }

    function getCurrentBlockCoinbase() external view returns (address) {
        return block.coinbase;
    }

    function getCurrentBlockDifficulty() external view returns (uint256) {
        return block.difficulty;
    }

    function getCurrentBlockGasLimit() external view returns (uint256) {
        return block.gaslimit;
    }

    function getCurrentBlockTimestamp() external view returns (uint256) {
        return block.timestamp;
    }

    function getEthBalance(address account) external view returns (uint256) {
        return account.balance;
    }

    function getBasefee() external view returns (uint256) {
        return block.basefee;
    }

    function getChainId() external view returns (uint256) {
        return block.chainid;
    }

    function _call(
        address target,
        uint256 value,
        bytes calldata data,
        bool allowFailure
    ) private returns (Result memory result) {
        (result.success, result.returnData) = target.call{value: value}(data);
        require(result.success || allowFailure, "Multicall3: a call failed");
    }
}
