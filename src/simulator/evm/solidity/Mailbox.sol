// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ITeleporterReceiver} from "./ITeleporterReceiver.sol";

/// @notice Receives interchain messages and stores the hash of the latest one of each sender, for
/// the same gas whatever its size. While its owner has paused it, it refuses all.
contract Mailbox is ITeleporterReceiver, Pausable {
    string public name;
    address public immutable owner;
    mapping(bytes32 sourceBlockchainID => mapping(address sender => bytes32 messageHash))
        public latest;

    error OnlyOwnerPauses(address account);

    modifier onlyOwner() {
        if (msg.sender != owner) revert OnlyOwnerPauses(msg.sender);
        _;
    }

    constructor(string memory name_) {
        name = name_;
        owner = msg.sender;
    }

    receive() external payable {}

    function receiveTeleporterMessage(
        bytes32 sourceBlockchainID,
        address originSenderAddress,
        bytes calldata message
    ) external whenNotPaused {
        latest[sourceBlockchainID][originSenderAddress] = keccak256(message);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }
}
