// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice ERC-20 token whose deployer mints.
contract Token is ERC20 {
    address public immutable owner;
    uint8 private immutable _decimals;

    error OnlyOwnerMints(address account);

    /// @param supply Smallest units that the deployer gets.
    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        uint256 supply
    ) ERC20(name_, symbol_) {
        owner = msg.sender;
        _decimals = decimals_;
        if (supply > 0) _mint(msg.sender, supply);
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function mint(address to, uint256 value) external {
        if (msg.sender != owner) revert OnlyOwnerMints(msg.sender);
        _mint(to, value);
    }
}
