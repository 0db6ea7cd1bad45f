"""The maker of bench/peers in hftbacktest's Python package, compiled by numba as its users do.

Usage: maker.py TAPE_FOLDER one|all PASSES. Prints one JSON document: processor nanoseconds of the best pass, without the compiler's, and what was
done in it.
"""

import json
import math
import sys
from pathlib import Path

import numpy as np
from hftbacktest import BUY, GTX, LIMIT, BacktestAsset, ROIVectorMarketDepthBacktest
from hftbacktest.types import event_dtype
from numba import int64, njit
from numba.typed import List

TICK = 0.01
LOT = 0.01
ONE_WAY_NS = 50_000_000
SIZE = 20.0
FULL = 100.0
HALF_SPREAD_TICKS = 1.0
LEAN_TICKS = 2.0
DAY_NS = 86_400_000_000_000
NONE = -1
INVALID_MIN = -(2**63)
INVALID_MAX = 2**63 - 1
# Results of wait_next_feed.
END_OF_DATA = 1
MARKET_FEED = 2


@njit
def cancel_late(hbt, market, leaving, counts):
    """Cancels what could not be canceled while its own answer was on its way."""
    waiting = leaving[market]
    kept = 0
    for place in range(len(waiting)):
        order_id = waiting[place]
        orders = hbt.orders(market)
        if order_id not in orders:
            continue
        if orders.get(order_id).cancellable:
            hbt.cancel(market, order_id, False)
            counts[1] += 1
        else:
            waiting[kept] = order_id
            kept += 1
    while len(waiting) > kept:
        waiting.pop()


@njit
def replace(hbt, market, is_bid, quotes, want, leaving, counts):
    """Keeps an order that stands at the price that is wanted; else asks for its cancel, as soon as it can be, and sends the next one at once."""
    side = 0 if is_bid else 1
    order_id = quotes[market, side, 0]
    orders = hbt.orders(market)
    if order_id > 0 and order_id in orders:
        if want == quotes[market, side, 1]:
            return
        if orders.get(order_id).cancellable:
            hbt.cancel(market, order_id, False)
            counts[1] += 1
        else:
            leaving[market].append(order_id)
    quotes[market, side, 0] = 0
    if want == NONE:
        return
    counts[0] += 1
    order_id = np.int64(counts[0])
    price = want * TICK
    if is_bid:
        hbt.submit_buy_order(market, order_id, price, SIZE, GTX, LIMIT, False)
    else:
        hbt.submit_sell_order(market, order_id, price, SIZE, GTX, LIMIT, False)
    quotes[market, side, 0] = order_id
    quotes[market, side, 1] = want


@njit
def requote(hbt, market, seen, quotes, leaving, counts):
    """Both sides around the microprice, leaned against the position; never at or beyond the other side's best price."""
    bid, ask = np.int64(seen[market, 0]), np.int64(seen[market, 1])
    bid_size, ask_size = seen[market, 2], seen[market, 3]
    want_bid, want_ask = NONE, NONE
    if bid > 0 and ask < 100 and bid_size > 0 and ask_size > 0:
        load = min(max(hbt.position(market) / FULL, -1.0), 1.0)
        micro = (bid * ask_size + ask * bid_size) / (bid_size + ask_size)
        fair = micro - LEAN_TICKS * load
        if load < 1.0:
            tick = np.int64(math.floor(min(fair - HALF_SPREAD_TICKS, ask - 1)))
            want_bid = tick if tick >= 1 else NONE
        if load > -1.0:
            tick = np.int64(math.ceil(max(fair + HALF_SPREAD_TICKS, bid + 1)))
            want_ask = tick if tick <= 99 else NONE
    cancel_late(hbt, market, leaving, counts)
    replace(hbt, market, True, quotes, want_bid, leaving, counts)
    replace(hbt, market, False, quotes, want_ask, leaving, counts)


@njit
def run(hbt, seen, quotes, leaving, counts):
    while True:
        told = hbt.wait_next_feed(True, DAY_NS)
        if told == END_OF_DATA:
            return
        for market in range(hbt.num_assets):
            depth = hbt.depth(market)
            bid, ask = depth.best_bid_tick, depth.best_ask_tick
            # The package's best_bid_qty and best_ask_qty return the price for this kind of depth.
            bid_size = depth.bid_qty_at_tick(bid) if bid > 0 else 0.0
            ask_size = depth.ask_qty_at_tick(ask) if ask < 100 else 0.0
            is_same = bid == seen[market, 0] and ask == seen[market, 1] and bid_size == seen[market, 2] and ask_size == seen[market, 3]
            if told == MARKET_FEED and is_same:
                continue
            seen[market, 0], seen[market, 1], seen[market, 2], seen[market, 3] = bid, ask, bid_size, ask_size
            hbt.clear_inactive_orders(market)
            requote(hbt, market, seen, quotes, leaving, counts)


def play(tapes, counts):
    assets = [
        BacktestAsset()
        .data([tape])
        .linear_asset(1.0)
        .constant_order_latency(ONE_WAY_NS, ONE_WAY_NS)
        .risk_adverse_queue_model()
        .no_partial_fill_exchange()
        .trading_value_fee_model(0.0, 0.0)
        .tick_size(TICK)
        .lot_size(LOT)
        .roi_lb(0.0)
        .roi_ub(1.0)
        .last_trades_capacity(0)
        for tape in tapes
    ]
    hbt = ROIVectorMarketDepthBacktest(assets)
    leaving = List()
    for _ in tapes:
        leaving.append(List.empty_list(int64))
    run(hbt, np.zeros((len(tapes), 4)), np.zeros((len(tapes), 2, 2), dtype=np.int64), leaving, counts)
    fills = sum(int(hbt.state_values(market).num_trades) for market in range(len(tapes)))
    hbt.close()
    return fills


def processor_ns():
    """Of this thread, as the kernel counts it."""
    return int(Path("/proc/thread-self/schedstat").read_text().split(" ")[0])


def main():
    folder, how, passes = sys.argv[1:]
    tapes = [np.fromfile(file, dtype=event_dtype) for file in sorted(Path(folder).glob("*.tape"))]
    best = math.inf
    # The first pass compiles the code and is not counted.
    for number in range(int(passes) + 1):
        before = processor_ns()
        counts = np.zeros(2, dtype=np.int64)
        groups = [tapes] if how == "all" else [[tape] for tape in tapes]
        fills = 0
        for group in groups:
            fills += play(group, counts)
        if number > 0:
            best = min(best, processor_ns() - before)
    events = sum(len(tape) for tape in tapes)
    print(json.dumps({"ns": best, "events": events, "placed": int(counts[0]), "canceled": int(counts[1]), "fills": fills}))


main()
