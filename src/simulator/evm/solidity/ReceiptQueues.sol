// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {TeleporterMessageReceipt} from "./TeleporterTypes.sol";

/// @notice Receipts from `first` to before `last`, oldest first.
struct ReceiptQueue {
    uint256 first;
    uint256 last;
    mapping(uint256 position => TeleporterMessageReceipt) receipts;
}

library ReceiptQueues {
    /// @dev Maximum number of receipts in one message.
    uint256 private constant PER_MESSAGE = 5;

    function size(ReceiptQueue storage queue) internal view returns (uint256) {
        return queue.last - queue.first;
    }

    function at(
        ReceiptQueue storage queue,
        uint256 index
    ) internal view returns (TeleporterMessageReceipt memory) {
        require(index < size(queue), "TeleporterMessenger: no receipt at this index");
        return queue.receipts[queue.first + index];
    }

    function add(ReceiptQueue storage queue, TeleporterMessageReceipt memory receipt) internal {
        queue.receipts[queue.last++] = receipt;
    }

    /// @dev Removes and returns the receipts for the next message.
    function take(
        ReceiptQueue storage queue
    ) internal returns (TeleporterMessageReceipt[] memory taken) {
        uint256 waiting = size(queue);
        taken = new TeleporterMessageReceipt[](waiting < PER_MESSAGE ? waiting : PER_MESSAGE);
        uint256 first = queue.first;
        for (uint256 i = 0; i < taken.length; i++) {
            taken[i] = queue.receipts[first + i];
            delete queue.receipts[first + i];
        }
        queue.first = first + taken.length;
    }
}
