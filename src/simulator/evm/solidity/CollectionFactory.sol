// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Collection} from "./Collection.sol";
import {MultiCollection} from "./MultiCollection.sol";

/// @notice Creates collections for its callers.
contract CollectionFactory {
    string public name;

    event CollectionCreated(address indexed creator, address indexed collection);

    constructor(string memory name_) {
        name = name_;
    }

    receive() external payable {}

    function createCollection(
        string calldata name_,
        string calldata symbol
    ) external returns (address collection) {
        collection = address(new Collection(name_, symbol));
        emit CollectionCreated(msg.sender, collection);
    }

    function createMultiCollection(
        string calldata name_,
        string calldata symbol
    ) external returns (address collection) {
        collection = address(new MultiCollection(name_, symbol));
        emit CollectionCreated(msg.sender, collection);
    }
}
