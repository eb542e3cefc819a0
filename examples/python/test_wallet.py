"""Tests of wallet.py, each in a world of its own. Run: python3 -m unittest (SNOWGLOBE_URL says where)."""

import unittest
import urllib.error

from snowglobe import URL, Refused, World
from wallet import Wallet

# Nobody knows its key: it can be given things, and cannot give any away.
SOMEBODY = "avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw"


class WalletTest(unittest.TestCase):
    def setUp(self):
        name = self.id().rsplit(".", 1)[-1].replace("_", "-")
        self.world = self.enterContext(World(name))
        self.pauses = []
        self.wallet = Wallet(URL, SOMEBODY, self.world.headers, self.pauses.append)

    def test_an_empty_wallet(self):
        self.assertEqual(self.wallet.balance(), 0)
        self.assertEqual(list(self.wallet.transactions()), [])

    def test_exactly_what_was_given(self):
        self.world.act({"do": "fund", "to": SOMEBODY, "chain": "P", "amount": "5.5"})
        self.assertEqual(self.wallet.balance(), 5_500_000_000)

    def test_pages_add_up(self):
        gifts = [{"do": "fund", "to": SOMEBODY, "chain": "P", "amount": "1"}] * 7
        given = [gift["txId"] for gift in self.world.act(*gifts)]
        seen = [tx["txHash"] for tx in self.wallet.transactions(page_size=3)]
        self.assertCountEqual(seen, given)

    def test_it_asks_again_when_the_service_is_unwell(self):
        self.world.break_with(times=2, respond={"status": 503, "headers": {"retry-after": "4"}})
        self.assertEqual(self.wallet.balance(), 0)
        self.assertEqual(self.pauses, [4, 4])
        statuses = [request["status"] for request in reversed(self.world.requests())]
        self.assertEqual(statuses, [503, 503, 200])

    def test_it_gives_up_after_three(self):
        self.world.break_with(respond={"status": 503})
        with self.assertRaises(urllib.error.HTTPError):
            self.wallet.balance()

    def test_nobody_can_spend_what_has_no_key(self):
        transfer = {"do": "transfer", "from": SOMEBODY, "to": "ewoq", "chain": "P", "amount": "1"}
        with self.assertRaises(Refused) as caught:
            self.world.act(transfer)
        self.assertEqual(caught.exception.code, "not_possible")


if __name__ == "__main__":
    unittest.main()
