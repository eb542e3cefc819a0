// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IWarpMessenger, WARP, WarpMessage} from "./IWarpMessenger.sol";

struct ProtocolRegistryEntry {
    uint256 version;
    address protocolAddress;
}

/// @notice Versions of the messenger, written from the published interface of the registry. The
/// validators of the chain add versions.
contract TeleporterRegistry {
    IWarpMessenger public constant WARP_MESSENGER = WARP;
    /// @notice Sender of messages that come from the validators themselves.
    address public constant VALIDATORS_SOURCE_ADDRESS = address(0);
    uint256 public constant MAX_VERSION_INCREMENT = 500;

    bytes32 public immutable blockchainID;
    uint256 public latestVersion;
    mapping(uint256 version => address) private _addresses;
    mapping(address protocolAddress => uint256 version) private _versions;

    event AddProtocolVersion(uint256 indexed version, address indexed protocolAddress);
    event LatestVersionUpdated(uint256 indexed oldVersion, uint256 indexed newVersion);

    constructor(ProtocolRegistryEntry[] memory initialEntries) {
        blockchainID = WARP.getBlockchainID();
        for (uint256 i = 0; i < initialEntries.length; i++) _add(initialEntries[i]);
    }

    function addProtocolVersion(uint32 messageIndex) external {
        (WarpMessage memory warp, bool valid) = WARP.getVerifiedWarpMessage(messageIndex);
        require(valid, "TeleporterRegistry: no valid Warp message at this index");
        require(
            warp.sourceChainID == blockchainID,
            "TeleporterRegistry: the message is from another chain"
        );
        require(
            warp.originSenderAddress == VALIDATORS_SOURCE_ADDRESS,
            "TeleporterRegistry: the message is not from the validators"
        );
        (ProtocolRegistryEntry memory entry, address destination) = abi.decode(
            warp.payload,
            (ProtocolRegistryEntry, address)
        );
        require(
            destination == address(this),
            "TeleporterRegistry: the message is for another registry"
        );
        _add(entry);
    }

    function getLatestTeleporter() external view returns (address) {
        return getAddressFromVersion(latestVersion);
    }

    function getTeleporterFromVersion(uint256 version) external view returns (address) {
        return getAddressFromVersion(version);
    }

    function getAddressFromVersion(uint256 version) public view returns (address found) {
        found = _addresses[version];
        require(found != address(0), "TeleporterRegistry: no such version");
    }

    function getVersionFromAddress(address protocolAddress) external view returns (uint256 found) {
        found = _versions[protocolAddress];
        require(found != 0, "TeleporterRegistry: no version has this address");
    }

    function _add(ProtocolRegistryEntry memory entry) private {
        uint256 version = entry.version;
        address protocolAddress = entry.protocolAddress;
        require(version != 0, "TeleporterRegistry: version 0");
        require(protocolAddress != address(0), "TeleporterRegistry: the zero address");
        require(_addresses[version] == address(0), "TeleporterRegistry: the version is taken");
        uint256 latest = latestVersion;
        require(
            version <= latest + MAX_VERSION_INCREMENT,
            "TeleporterRegistry: the version is too high"
        );
        _addresses[version] = protocolAddress;
        if (version > _versions[protocolAddress]) _versions[protocolAddress] = version;
        emit AddProtocolVersion(version, protocolAddress);
        if (version <= latest) return;
        latestVersion = version;
        emit LatestVersionUpdated(latest, version);
    }
}
