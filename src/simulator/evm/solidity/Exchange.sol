// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @notice Exchange that holds ERC-20 tokens and swaps them by the rates of its owner, minus 0.3
/// percent.
contract Exchange {
    using SafeERC20 for IERC20;

    string public name;
    address public immutable owner;

    /// @notice Worth of one smallest unit of a token. Only the ratio of two rates counts.
    mapping(address token => uint256) public rates;

    error OnlyOwnerSetsRates(address account);
    error DifferentLengths(uint256 tokens, uint256 rates);
    error PathWithoutTwoTokens(uint256 length);
    error NoRate(address token);
    error Expired(uint256 deadline, uint256 timestamp);
    error InsufficientOutput(uint256 amountOut, uint256 amountOutMin);

    constructor(string memory name_) {
        name = name_;
        owner = msg.sender;
    }

    receive() external payable {}

    function setRates(address[] calldata tokens, uint256[] calldata values) external {
        if (msg.sender != owner) revert OnlyOwnerSetsRates(msg.sender);
        if (tokens.length != values.length) revert DifferentLengths(tokens.length, values.length);
        for (uint256 i = 0; i < tokens.length; i++) rates[tokens[i]] = values[i];
    }

    /// @notice Gives two tokens to the exchange, which swaps them from then on.
    function addLiquidity(
        address tokenA,
        address tokenB,
        uint256 amountA,
        uint256 amountB
    ) external {
        IERC20(tokenA).safeTransferFrom(msg.sender, address(this), amountA);
        IERC20(tokenB).safeTransferFrom(msg.sender, address(this), amountB);
    }

    /// @notice Returns what a swap of one token for another gives now.
    function amountOutOf(
        uint256 amountIn,
        address given,
        address wanted
    ) public view returns (uint256) {
        uint256 worth = rates[given];
        uint256 price = rates[wanted];
        if (worth == 0) revert NoRate(given);
        if (price == 0) revert NoRate(wanted);
        return Math.mulDiv(Math.mulDiv(amountIn, worth, price), 997, 1000);
    }

    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256 amountOut) {
        if (block.timestamp > deadline) revert Expired(deadline, block.timestamp);
        if (path.length != 2) revert PathWithoutTwoTokens(path.length);
        amountOut = amountOutOf(amountIn, path[0], path[1]);
        if (amountOut < amountOutMin) revert InsufficientOutput(amountOut, amountOutMin);
        IERC20(path[0]).safeTransferFrom(msg.sender, address(this), amountIn);
        IERC20(path[1]).safeTransfer(to, amountOut);
    }
}
