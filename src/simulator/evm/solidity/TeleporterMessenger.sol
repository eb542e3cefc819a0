// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ITeleporterReceiver} from "./ITeleporterReceiver.sol";
import {IWarpMessenger, WARP, WarpMessage} from "./IWarpMessenger.sol";
import {ReceiptQueue, ReceiptQueues} from "./ReceiptQueues.sol";
import {
    TeleporterFeeInfo,
    TeleporterMessage,
    TeleporterMessageInput,
    TeleporterMessageReceipt
} from "./TeleporterTypes.sol";

/// @notice Messages between EVM chains over Warp. It has the functions, events and message ids of
/// the messenger of Avalanche's chains, and is written from its published interface.
contract TeleporterMessenger {
    using SafeERC20 for IERC20;
    using ReceiptQueues for ReceiptQueue;

    struct SentMessage {
        bytes32 messageHash;
        TeleporterFeeInfo feeInfo;
    }

    IWarpMessenger public constant WARP_MESSENGER = WARP;

    /// @notice Id of this chain, once something was sent, received or initialized.
    bytes32 public blockchainID;
    /// @notice Nonce of the last message.
    uint256 public messageNonce;
    mapping(bytes32 messageID => SentMessage) public sentMessageInfo;
    mapping(bytes32 sourceBlockchainID => ReceiptQueue) public receiptQueues;
    mapping(bytes32 messageID => bytes32 messageHash) public receivedFailedMessageHashes;

    mapping(bytes32 messageID => uint256 nonce) private _receivedNonces;
    mapping(bytes32 messageID => address) private _rewardAddresses;
    mapping(address relayer => mapping(address feeAsset => uint256)) private _rewards;
    bool private _isSending;
    bool private _isReceiving;

    event BlockchainIDInitialized(bytes32 indexed blockchainID);
    event SendCrossChainMessage(
        bytes32 indexed messageID,
        bytes32 indexed destinationBlockchainID,
        TeleporterMessage message,
        TeleporterFeeInfo feeInfo
    );
    event AddFeeAmount(bytes32 indexed messageID, TeleporterFeeInfo updatedFeeInfo);
    event ReceiveCrossChainMessage(
        bytes32 indexed messageID,
        bytes32 indexed sourceBlockchainID,
        address indexed deliverer,
        address rewardRedeemer,
        TeleporterMessage message
    );
    event MessageExecuted(bytes32 indexed messageID, bytes32 indexed sourceBlockchainID);
    event MessageExecutionFailed(
        bytes32 indexed messageID,
        bytes32 indexed sourceBlockchainID,
        TeleporterMessage message
    );
    event ReceiptReceived(
        bytes32 indexed messageID,
        bytes32 indexed destinationBlockchainID,
        address indexed relayerRewardAddress,
        TeleporterFeeInfo feeInfo
    );
    event RelayerRewardsRedeemed(
        address indexed redeemer,
        address indexed asset,
        uint256 amount
    );

    /// @dev Sending is locked apart from receiving, so that a receiver can send a reply.
    modifier sending() {
        require(!_isSending, "TeleporterMessenger: reentrant sending");
        _isSending = true;
        _;
        _isSending = false;
    }

    modifier receiving() {
        require(!_isReceiving, "TeleporterMessenger: reentrant receiving");
        _isReceiving = true;
        _;
        _isReceiving = false;
    }

    function initializeBlockchainID() public returns (bytes32) {
        if (blockchainID == bytes32(0)) {
            blockchainID = WARP.getBlockchainID();
            emit BlockchainIDInitialized(blockchainID);
        }
        return blockchainID;
    }

    function sendCrossChainMessage(
        TeleporterMessageInput calldata messageInput
    ) external sending returns (bytes32) {
        return _send(messageInput, receiptQueues[messageInput.destinationBlockchainID].take());
    }

    /// @notice Sends receipts again, which another message has carried before.
    function sendSpecifiedReceipts(
        bytes32 sourceBlockchainID,
        bytes32[] calldata messageIDs,
        TeleporterFeeInfo calldata feeInfo,
        address[] calldata allowedRelayerAddresses
    ) external sending returns (bytes32) {
        TeleporterMessageReceipt[] memory receipts = new TeleporterMessageReceipt[](
            messageIDs.length
        );
        for (uint256 i = 0; i < messageIDs.length; i++) {
            bytes32 id = messageIDs[i];
            uint256 nonce = _receivedNonces[id];
            require(nonce != 0, "TeleporterMessenger: the message of a receipt was not received");
            require(
                id == calculateMessageID(sourceBlockchainID, blockchainID, nonce),
                "TeleporterMessenger: the message of a receipt is from another chain"
            );
            receipts[i] = TeleporterMessageReceipt(nonce, _rewardAddresses[id]);
        }
        return
            _send(
                TeleporterMessageInput({
                    destinationBlockchainID: sourceBlockchainID,
                    destinationAddress: address(0),
                    feeInfo: feeInfo,
                    requiredGasLimit: 0,
                    allowedRelayerAddresses: allowedRelayerAddresses,
                    message: ""
                }),
                receipts
            );
    }

    /// @notice Emits a message again for which no receipt has come.
    function retrySendCrossChainMessage(TeleporterMessage calldata message) external sending {
        bytes32 id = calculateMessageID(
            initializeBlockchainID(),
            message.destinationBlockchainID,
            message.messageNonce
        );
        SentMessage memory sent = sentMessageInfo[id];
        _requireHash(sent.messageHash, message);
        emit SendCrossChainMessage(id, message.destinationBlockchainID, message, sent.feeInfo);
        WARP.sendWarpMessage(abi.encode(message));
    }

    /// @notice Raises the reward for the delivery of a message.
    function addFeeAmount(
        bytes32 messageID,
        address feeTokenAddress,
        uint256 additionalFeeAmount
    ) external sending {
        SentMessage storage sent = sentMessageInfo[messageID];
        require(additionalFeeAmount > 0, "TeleporterMessenger: the additional fee is zero");
        require(
            sent.messageHash != bytes32(0),
            "TeleporterMessenger: no such message waits for a receipt"
        );
        require(
            feeTokenAddress != address(0) && feeTokenAddress == sent.feeInfo.feeTokenAddress,
            "TeleporterMessenger: the fee is in another token"
        );
        sent.feeInfo.amount += _takeFee(feeTokenAddress, additionalFeeAmount);
        emit AddFeeAmount(messageID, sent.feeInfo);
    }

    /// @notice Delivers the message at an index of the transaction's predicates.
    function receiveCrossChainMessage(
        uint32 messageIndex,
        address relayerRewardAddress
    ) external receiving {
        (WarpMessage memory warp, bool valid) = WARP.getVerifiedWarpMessage(messageIndex);
        require(valid, "TeleporterMessenger: no valid Warp message at this index");
        require(
            warp.originSenderAddress == address(this),
            "TeleporterMessenger: no messenger sent the message"
        );
        TeleporterMessage memory message = abi.decode(warp.payload, (TeleporterMessage));
        bytes32 source = warp.sourceChainID;
        require(
            message.destinationBlockchainID == initializeBlockchainID(),
            "TeleporterMessenger: the message is for another chain"
        );
        bytes32 id = calculateMessageID(source, blockchainID, message.messageNonce);
        require(message.messageNonce != 0, "TeleporterMessenger: the message has no nonce");
        require(_receivedNonces[id] == 0, "TeleporterMessenger: the message was received before");
        require(
            _isAllowed(msg.sender, message.allowedRelayerAddresses),
            "TeleporterMessenger: another relayer has to deliver the message"
        );
        _receivedNonces[id] = message.messageNonce;
        if (relayerRewardAddress != address(0)) _rewardAddresses[id] = relayerRewardAddress;
        for (uint256 i = 0; i < message.receipts.length; i++)
            _acknowledge(source, message.receipts[i]);
        receiptQueues[source].add(
            TeleporterMessageReceipt(message.messageNonce, relayerRewardAddress)
        );
        emit ReceiveCrossChainMessage(id, source, msg.sender, relayerRewardAddress, message);
        if (message.message.length > 0) _execute(id, source, message);
    }

    /// @notice Executes a received message again that its destination has refused, with all gas.
    function retryMessageExecution(
        bytes32 sourceBlockchainID,
        TeleporterMessage calldata message
    ) external receiving {
        bytes32 id = calculateMessageID(
            sourceBlockchainID,
            initializeBlockchainID(),
            message.messageNonce
        );
        _requireHash(receivedFailedMessageHashes[id], message);
        require(
            message.destinationAddress.code.length > 0,
            "TeleporterMessenger: the destination has no code"
        );
        delete receivedFailedMessageHashes[id];
        emit MessageExecuted(id, sourceBlockchainID);
        require(
            _call(sourceBlockchainID, message, gasleft()),
            "TeleporterMessenger: the destination refuses the message"
        );
    }

    function redeemRelayerRewards(address feeAsset) external {
        uint256 amount = _rewards[msg.sender][feeAsset];
        require(amount > 0, "TeleporterMessenger: there is no reward to redeem");
        delete _rewards[msg.sender][feeAsset];
        emit RelayerRewardsRedeemed(msg.sender, feeAsset, amount);
        IERC20(feeAsset).safeTransfer(msg.sender, amount);
    }

    function getMessageHash(bytes32 messageID) external view returns (bytes32) {
        return sentMessageInfo[messageID].messageHash;
    }

    function getFeeInfo(bytes32 messageID) external view returns (address, uint256) {
        TeleporterFeeInfo memory feeInfo = sentMessageInfo[messageID].feeInfo;
        return (feeInfo.feeTokenAddress, feeInfo.amount);
    }

    function getNextMessageID(bytes32 destinationBlockchainID) external view returns (bytes32) {
        require(blockchainID != bytes32(0), "TeleporterMessenger: initialize the blockchain ID");
        return calculateMessageID(blockchainID, destinationBlockchainID, messageNonce + 1);
    }

    function messageReceived(bytes32 messageID) external view returns (bool) {
        return _receivedNonces[messageID] != 0;
    }

    function getRelayerRewardAddress(bytes32 messageID) external view returns (address) {
        require(_receivedNonces[messageID] != 0, "TeleporterMessenger: no such message was received");
        return _rewardAddresses[messageID];
    }

    function checkRelayerRewardAmount(
        address relayer,
        address feeAsset
    ) external view returns (uint256) {
        return _rewards[relayer][feeAsset];
    }

    function getReceiptQueueSize(bytes32 sourceBlockchainID) external view returns (uint256) {
        return receiptQueues[sourceBlockchainID].size();
    }

    function getReceiptAtIndex(
        bytes32 sourceBlockchainID,
        uint256 index
    ) external view returns (TeleporterMessageReceipt memory) {
        return receiptQueues[sourceBlockchainID].at(index);
    }

    function calculateMessageID(
        bytes32 sourceBlockchainID,
        bytes32 destinationBlockchainID,
        uint256 nonce
    ) public view returns (bytes32) {
        return
            keccak256(
                abi.encode(address(this), sourceBlockchainID, destinationBlockchainID, nonce)
            );
    }

    function _send(
        TeleporterMessageInput memory input,
        TeleporterMessageReceipt[] memory receipts
    ) private returns (bytes32 id) {
        uint256 nonce = ++messageNonce;
        id = calculateMessageID(initializeBlockchainID(), input.destinationBlockchainID, nonce);
        TeleporterMessage memory message = TeleporterMessage({
            messageNonce: nonce,
            originSenderAddress: msg.sender,
            destinationBlockchainID: input.destinationBlockchainID,
            destinationAddress: input.destinationAddress,
            requiredGasLimit: input.requiredGasLimit,
            allowedRelayerAddresses: input.allowedRelayerAddresses,
            receipts: receipts,
            message: input.message
        });
        TeleporterFeeInfo memory fee = input.feeInfo;
        if (fee.amount > 0) {
            require(
                fee.feeTokenAddress != address(0),
                "TeleporterMessenger: the fee token is the zero address"
            );
            fee.amount = _takeFee(fee.feeTokenAddress, fee.amount);
        }
        bytes memory payload = abi.encode(message);
        sentMessageInfo[id] = SentMessage(keccak256(payload), fee);
        emit SendCrossChainMessage(id, input.destinationBlockchainID, message, fee);
        WARP.sendWarpMessage(payload);
    }

    /// @dev Returns what arrives, which is less for a token that takes a fee of its own.
    function _takeFee(address token, uint256 amount) private returns (uint256) {
        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        uint256 later = IERC20(token).balanceOf(address(this));
        require(later > before, "TeleporterMessenger: no fee has arrived");
        return later - before;
    }

    /// @dev Rewards a relayer, unless the message has had a receipt or is unknown.
    function _acknowledge(bytes32 destination, TeleporterMessageReceipt memory receipt) private {
        bytes32 id = calculateMessageID(blockchainID, destination, receipt.receivedMessageNonce);
        SentMessage memory sent = sentMessageInfo[id];
        if (sent.messageHash == bytes32(0)) return;
        delete sentMessageInfo[id];
        address relayer = receipt.relayerRewardAddress;
        _rewards[relayer][sent.feeInfo.feeTokenAddress] += sent.feeInfo.amount;
        emit ReceiptReceived(id, destination, relayer, sent.feeInfo);
    }

    /// @dev A refusal of the destination is stored, so that the execution can be tried again.
    function _execute(bytes32 id, bytes32 source, TeleporterMessage memory message) private {
        require(
            gasleft() >= message.requiredGasLimit,
            "TeleporterMessenger: less gas than the message requires"
        );
        bool isExecuted = message.destinationAddress.code.length > 0 &&
            _call(source, message, message.requiredGasLimit);
        if (isExecuted) {
            emit MessageExecuted(id, source);
        } else {
            receivedFailedMessageHashes[id] = keccak256(abi.encode(message));
            emit MessageExecutionFailed(id, source, message);
        }
    }

    /// @dev Returns whether the destination accepts. What it returns is not copied, since it could
    /// cost more gas than there is.
    function _call(
        bytes32 source,
        TeleporterMessage memory message,
        uint256 gasLimit
    ) private returns (bool isAccepted) {
        bytes memory data = abi.encodeCall(
            ITeleporterReceiver.receiveTeleporterMessage,
            (source, message.originSenderAddress, message.message)
        );
        address destination = message.destinationAddress;
        assembly ("memory-safe") {
            isAccepted := call(gasLimit, destination, 0, add(data, 32), mload(data), 0, 0)
        }
    }

    function _requireHash(bytes32 messageHash, TeleporterMessage memory message) private pure {
        require(messageHash != bytes32(0), "TeleporterMessenger: no such message waits");
        require(
            messageHash == keccak256(abi.encode(message)),
            "TeleporterMessenger: the message has other content"
        );
    }

    function _isAllowed(address relayer, address[] memory allowed) private pure returns (bool) {
        for (uint256 i = 0; i < allowed.length; i++) if (allowed[i] == relayer) return true;
        return allowed.length == 0;
    }
}
