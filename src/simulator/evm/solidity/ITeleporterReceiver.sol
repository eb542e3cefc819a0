// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice Function that a messenger calls on the destination contract of a message.
interface ITeleporterReceiver {
    function receiveTeleporterMessage(
        bytes32 sourceBlockchainID,
        address originSenderAddress,
        bytes calldata message
    ) external;
}
