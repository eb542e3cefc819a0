// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Burnable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Burnable.sol";
import {MetadataUri} from "./MetadataUri.sol";

/// @notice ERC-721 collection: each account mints what no account owns. The price is free, and the
/// collection holds it.
contract Collection is ERC721Burnable {
    constructor(string memory name_, string memory symbol_) ERC721(name_, symbol_) {}

    function safeMint(address to, uint256 tokenId) external payable {
        _safeMint(to, tokenId);
    }

    function mintBatch(address to, uint256[] calldata tokenIds) external payable {
        for (uint256 i = 0; i < tokenIds.length; i++) _safeMint(to, tokenIds[i]);
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        return MetadataUri.uriOf(address(this), tokenId);
    }
}
