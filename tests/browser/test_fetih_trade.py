"""Two people at Fetih's own table: swaps, alliances, the bank."""

import re
from collections.abc import Sequence

from playwright.async_api import Locator, expect

from tests.browser.conftest import PHONE, Meet
from tests.browser.fetih import choose_regions, seat_two
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person

pytestmark = BROWSER

RESOURCES = ("wood", "stone", "food", "gold")

Hand = dict[str, int]


async def sit_down(one: Person, other: Person) -> tuple[Person, Person]:
    """A game of the two with the regions chosen and the first's dice thrown; who is on turn comes first."""
    first, second = await choose_regions(await seat_two(one, other), one, other)
    await first.button("fetih.turn.roll").click()
    await expect(first.button("fetih.trade.new")).not_to_have_attribute(
        "aria-disabled", "true", timeout=QUICK
    )
    return first, second


def bank(person: Person) -> Locator:
    return person.page.get_by_role("region", name=person.t("fetih.trade.bank"), exact=True)


def market(person: Person) -> Locator:
    return person.page.get_by_role("region", name=person.t("fetih.trade.market"), exact=True)


def notices(person: Person) -> Locator:
    return person.page.get_by_role("region", name=person.t("fetih.trade.notices"), exact=True)


def held(person: Person, resource: str, count: int) -> Locator:
    term = person.t(f"fetih.term.{resource}")
    name = person.t("fetih.trade.held", resource=term, count=count)
    return bank(person).get_by_role("radio", name=name, exact=True)


async def hand(person: Person) -> Hand:
    said = await bank(person).get_by_role("group").first.get_by_role("radio").all()
    names = [await one.get_attribute("aria-label") or "" for one in said]
    return {
        resource: int(re.findall(r"\d+", name)[0]) for resource, name in zip(RESOURCES, names, strict=True)
    }


async def has(person: Person, expected: Hand) -> None:
    for resource, count in expected.items():
        await expect(held(person, resource, count)).to_have_count(1, timeout=QUICK)


def moved(before: Hand, **changes: int) -> Hand:
    return {resource: count + changes.get(resource, 0) for resource, count in before.items()}


def most(of: Hand, without: Sequence[str] = ()) -> str:
    return max((resource for resource in of if resource not in without), key=lambda one: of[one])


async def step(within: Locator, label: str, by: int) -> None:
    buttons = within.get_by_role("group", name=label, exact=True).get_by_role("button")
    for _ in range(abs(by)):
        await buttons.nth(1 if by > 0 else 0).click()


async def hides_nothing(person: Person) -> None:
    """On a phone too the notice leaves the bar with clock and buttons alone, and its buttons can be hit."""
    wide = person.page.viewport_size
    await person.page.set_viewport_size(PHONE)
    # Both at the same moment: the bar may still be settling into the new width.
    end_of_bar, top = await notices(person).evaluate(
        """(notice) => [
          document.querySelector(".fetih > .bar").getBoundingClientRect().bottom,
          notice.getBoundingClientRect().top,
        ]"""
    )
    assert top >= end_of_bar
    for button in await notices(person).get_by_role("button").all():
        box = await button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
    await person.photo("fetih-offer-notice-phone")
    assert wide is not None
    await person.page.set_viewport_size(wide)


async def told(person: Person, key: str) -> None:
    await expect(person.in_story(key).last).to_be_visible(timeout=QUICK)


async def test_a_swap_is_offered_noticed_and_accepted(meet: Meet) -> None:  # F72, F102d
    first, second = await sit_down(await meet("ada"), await meet("bedri"))
    mine, theirs = await hand(first), await hand(second)
    give = most(mine)
    get = most(theirs, without=(give,))

    await first.button("fetih.trade.new").click()
    form = first.page.get_by_role("form", name=first.t("fetih.trade.new"))
    await expect(form.get_by_text(first.t("fetih.trade.lacking.give"))).to_be_visible()
    await step(form, first.t("fetih.trade.give_one", resource=first.t(f"fetih.term.{give}")), 1)
    await expect(form.get_by_text(first.t("fetih.trade.lacking.get"))).to_be_visible()
    barred = form.get_by_role(
        "group", name=first.t("fetih.trade.get_one", resource=first.t(f"fetih.term.{give}"))
    )
    await expect(barred.get_by_role("button").nth(1)).to_have_attribute("aria-disabled", "true")
    await step(form, first.t("fetih.trade.get_one", resource=first.t(f"fetih.term.{get}")), 1)
    await first.photo("fetih-offer-form")
    await form.get_by_role("button", name=first.t("fetih.trade.make"), exact=True).click()

    await expect(notices(second)).to_be_visible(timeout=QUICK)
    await expect(market(first).get_by_text(re.compile("^Waiting for "))).to_be_visible(timeout=QUICK)
    await second.photo("fetih-offer-notice")
    await hides_nothing(second)
    # Put aside it stays in the panel, where it can be answered too.
    await notices(second).get_by_role("button", name=re.compile("^Put aside")).click()
    await expect(notices(second)).to_have_count(0)
    await market(second).get_by_role("button", name=re.compile("^Accept the trade")).click()

    await has(first, moved(mine, **{give: -1, get: 1}))
    await has(second, moved(theirs, **{give: 1, get: -1}))
    for person in (first, second):
        await told(person, "fetih.told.TradeCompleted")
        await expect(market(person).get_by_text(person.t("fetih.trade.none"))).to_be_visible()

    # Of what is declined the panel keeps nothing, and the one who offered is told.
    await first.button("fetih.trade.new").click()
    await step(form, first.t("fetih.trade.give_one", resource=first.t(f"fetih.term.{get}")), 1)
    await step(form, first.t("fetih.trade.get_one", resource=first.t(f"fetih.term.{give}")), 1)
    await form.get_by_role("button", name=first.t("fetih.trade.make"), exact=True).click()
    await notices(second).get_by_role("button", name=re.compile("^Decline the trade")).click(timeout=QUICK)
    await expect(market(first).get_by_text(first.t("fetih.trade.none"))).to_be_visible(timeout=QUICK)
    await told(first, "fetih.told.TradeClosed.reason.declined")


async def test_an_alliance_is_made_and_broken_and_the_bank_trades(meet: Meet) -> None:  # F71, F74, F76
    first, second = await sit_down(await meet("ada"), await meet("bedri"))
    card = first.page.locator("li[data-seat]").filter(
        has=first.page.get_by_role("button", name=re.compile("alliance"))
    )

    # Who is not on turn is told why it cannot be done.
    offer = second.page.get_by_role("button", name=re.compile("^Offer an alliance"))
    await expect(offer).to_have_attribute("aria-disabled", "true")
    # By the keyboard: Playwright's mouse waits for what is greyed to be free.
    await offer.press("Enter")
    await expect(
        second.page.get_by_role("status").get_by_text(second.t("fetih.code.not_your_turn"))
    ).to_be_visible()

    await card.get_by_role("button", name=re.compile("^Offer an alliance")).click()
    await expect(card.get_by_text(first.t("fetih.ally.offered"))).to_be_visible(timeout=QUICK)
    await notices(second).get_by_role("button", name=re.compile("^Accept the alliance")).click(timeout=QUICK)
    await expect(card.get_by_text(first.t("fetih.ally.allied"))).to_be_visible(timeout=QUICK)
    await told(second, "fetih.told.AllianceFormed")
    await first.photo("fetih-allied")

    mine, theirs = await hand(first), await hand(second)
    await card.get_by_role("button", name=re.compile("^Break the alliance")).click()
    dialog = first.page.get_by_role("dialog", name=first.t("fetih.ally.break"))
    price = await choose_price(first, dialog, mine)
    await first.photo("fetih-break-alliance")
    await dialog.get_by_role("button", name=first.t("fetih.ally.pay"), exact=True).click()
    await has(first, moved(mine, **{one: -count for one, count in price.items()}))
    await has(second, moved(theirs, **price))
    await told(second, "fetih.told.AllianceBroken")
    await expect(card.get_by_role("button", name=re.compile("^Offer an alliance"))).to_be_visible()

    await trade_with_the_bank(first)


async def choose_price(person: Person, dialog: Locator, mine: Hand) -> Hand:
    """Pay with what there is least of, so that as much as can be of one kind is left for the bank."""
    for resource in RESOURCES:
        group = dialog.get_by_role("group", name=person.t(f"fetih.term.{resource}"), exact=True)
        await step(
            dialog, person.t(f"fetih.term.{resource}"), -int(await group.locator("output").inner_text())
        )
    pay = dialog.get_by_role("button", name=person.t("fetih.ally.pay"), exact=True)
    await expect(pay).to_have_attribute("aria-disabled", "true")
    price: Hand = {}
    for resource in sorted(mine, key=lambda one: mine[one]):
        price[resource] = min(mine[resource], 5 - sum(price.values()))
        await step(dialog, person.t(f"fetih.term.{resource}"), price[resource])
    await expect(dialog.get_by_text(person.t("fetih.ally.complete"))).to_be_visible()
    await expect(pay).to_have_attribute("aria-disabled", "false")
    return price


async def trade_with_the_bank(person: Person) -> None:
    mine = await hand(person)
    give = most(mine)
    get = next(resource for resource in RESOURCES if resource != give)
    await held(person, give, mine[give]).check(force=True)
    wanted = bank(person).get_by_role("group").nth(1).get_by_role("radio").nth(RESOURCES.index(get))
    await wanted.check(force=True)
    swap = bank(person).get_by_role("button", name=re.compile(f"^{person.t('fetih.trade.swap')}: "))
    # After a 7 on the only roll there may be too little left: then the desk says so.
    if mine[give] < 4:
        await expect(swap).to_have_attribute("aria-disabled", "true")
        await expect(bank(person).get_by_text(person.t("fetih.code.cannot_afford"))).to_be_visible()
        return
    await swap.click()
    await has(person, moved(mine, **{give: -4, get: 1}))
    await told(person, "fetih.told.BankTraded")
