"""Tests of wallet.py with the fixtures of pytest_snowglobe.py. Run: pytest wallet_test.py"""

import pytest

import snowglobe
from wallet import Wallet

# An address without a known key: it receives, and cannot spend.
ADDRESS = "avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw"


@pytest.fixture
def wallet(world):
    return Wallet(snowglobe.URL, ADDRESS, world.headers)


def test_an_empty_wallet(wallet):
    assert wallet.balance() == 0


@pytest.mark.parametrize("amount", ["1", "5.5"])
def test_a_payment_arrives(world, wallet, amount):
    world.act({"do": "fund", "to": ADDRESS, "chain": "P", "amount": amount})
    assert wallet.balance() == float(amount) * 10**9


def test_a_refusal_has_a_code(world):
    payment = {"do": "transfer", "from": ADDRESS, "to": "ewoq", "chain": "P", "amount": "1"}
    with pytest.raises(snowglobe.Refused) as refusal:
        world.act(payment)
    assert refusal.value.code == "not_possible"
