// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Burnable} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Burnable.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721URIStorage} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";

contract Coin is ERC20Burnable, ERC20Permit {
    constructor(uint256 supply) ERC20("Hard Coin", "HARD") ERC20Permit("Hard Coin") {
        _mint(msg.sender, supply);
    }
}

contract Art is ERC721URIStorage, Ownable {
    constructor() ERC721("Hard Art", "ART") Ownable(msg.sender) {}

    function mint(address to, uint256 id, string calldata uri) external onlyOwner {
        _safeMint(to, id);
        _setTokenURI(id, uri);
    }
}

contract Goods is ERC1155, Ownable {
    constructor() ERC1155("ipfs://goods/{id}.json") Ownable(msg.sender) {}

    function mint(address to, uint256[] calldata ids, uint256[] calldata amounts) external onlyOwner {
        _mintBatch(to, ids, amounts, "");
    }
}

contract Vault is ERC721Holder, ERC1155Holder {}

contract Wall {}
