// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice Contract without a token standard: it takes stakes, votes and records, and accepts all
/// other calls without effect.
contract PlainContract {
    string public name;
    mapping(address account => uint256) public stakes;
    mapping(uint256 proposalId => mapping(bool inFavour => uint256)) public votes;
    mapping(address account => mapping(bytes32 key => string)) public records;

    event Staked(address indexed account, uint256 amount);

    error DifferentValue(uint256 amount, uint256 value);

    constructor(string memory name_) {
        name = name_;
    }

    receive() external payable {}

    fallback() external payable {}

    function stake(uint256 amount) external payable {
        if (amount != msg.value) revert DifferentValue(amount, msg.value);
        stakes[msg.sender] += amount;
        emit Staked(msg.sender, amount);
    }

    function castVote(uint256 proposalId, bool inFavour) external {
        votes[proposalId][inFavour]++;
    }

    function setRecord(bytes32 key, string calldata value) external {
        records[msg.sender][key] = value;
    }
}
