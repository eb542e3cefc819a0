// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {MetadataUri} from "./MetadataUri.sol";

/// @notice ERC-1155 collection: each account mints tokens of each kind.
contract MultiCollection is ERC1155 {
    string public name;
    string public symbol;

    constructor(string memory name_, string memory symbol_) ERC1155("") {
        name = name_;
        symbol = symbol_;
    }

    function mint(address to, uint256 id, uint256 value, bytes calldata data) external {
        _mint(to, id, value, data);
    }

    function mintBatch(
        address to,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external {
        _mintBatch(to, ids, values, data);
    }

    function uri(uint256 id) public view override returns (string memory) {
        return MetadataUri.uriOf(address(this), id);
    }
}
