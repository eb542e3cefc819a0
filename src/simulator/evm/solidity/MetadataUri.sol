// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @notice Addresses of the documents that describe the tokens of a collection.
library MetadataUri {
    function uriOf(address collection, uint256 id) internal pure returns (string memory) {
        return
            string.concat(
                "https://metadata.example.org/",
                Strings.toHexString(collection),
                "/",
                Strings.toString(id),
                ".json"
            );
    }
}
