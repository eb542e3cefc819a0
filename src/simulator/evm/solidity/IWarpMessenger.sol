// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

struct WarpMessage {
    bytes32 sourceChainID;
    address originSenderAddress;
    bytes payload;
}

/// @notice Warp precompile, the part that a messenger needs.
interface IWarpMessenger {
    function getBlockchainID() external view returns (bytes32 blockchainID);

    function getVerifiedWarpMessage(
        uint32 index
    ) external view returns (WarpMessage calldata message, bool valid);

    function sendWarpMessage(bytes calldata payload) external returns (bytes32 messageID);
}

IWarpMessenger constant WARP = IWarpMessenger(0x0200000000000000000000000000000000000005);
