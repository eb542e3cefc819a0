"""The project: what a wallet shows of an address, read from the chain data service."""

import json
import time
import urllib.error
import urllib.request


class Wallet:
    """Reads one address. `headers` go with every request, such as an API key."""

    def __init__(self, service, address, headers=None, pause=time.sleep):
        self.service = service
        self.address = address
        self.headers = headers or {}
        self.pause = pause

    def balance(self, chain="p-chain"):
        """Unlocked nAVAX on the P- or X-chain."""
        path = f"/v1/networks/mainnet/blockchains/{chain}/balances?addresses={self.address}"
        balances = self.get(path)["balances"]
        key = "unlockedUnstaked" if chain == "p-chain" else "unlocked"
        return sum(int(each["amount"]) for each in balances[key])

    def transactions(self, page_size=10):
        """All transactions of the address on the P-chain, newest first, page by page."""
        path = "/v1/networks/mainnet/blockchains/p-chain/transactions"
        query = f"?addresses={self.address}&pageSize={page_size}"
        token = ""
        while token is not None:
            page = self.get(path + query + (f"&pageToken={token}" if token else ""))
            yield from page["transactions"]
            token = page.get("nextPageToken")

    def get(self, path, tries=3):
        """Asks again, as often as `tries` says, when the service is busy or unwell."""
        request = urllib.request.Request(self.service + path, headers=self.headers)
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503) or tries == 1:
                raise
            self.pause(int(error.headers.get("retry-after", "1")))
            return self.get(path, tries - 1)
