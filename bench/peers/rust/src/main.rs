//! The maker of `bench/peers` in hftbacktest's Rust crate: the same tape, decided on at every event, in one run of all markets or one market at a time.
//!
//! Usage: maker TAPE_FOLDER one|all PASSES. Prints one JSON document: processor nanoseconds of the best pass, and the orders and fills of that pass.

mod tape;

use std::{fs, path::Path, time::Duration};

use hftbacktest::{
    backtest::{Backtest, data::Data},
    prelude::*,
};
use tape::Depth;

const TICK: f64 = 0.01;
const ONE_WAY_NS: i64 = 50_000_000;
const SIZE: f64 = 20.0;
const FULL: f64 = 100.0;
const HALF_SPREAD_TICKS: f64 = 1.0;
const LEAN_TICKS: f64 = 2.0;

#[derive(Default)]
struct Counts {
    events: usize,
    placed: usize,
    canceled: usize,
    fills: f64,
}

/// A quote of ours: its order and its price.
#[derive(Clone, Copy)]
struct Quote {
    id: u64,
    tick: i64,
}

/// State of the maker in a market: the last book that it saw, and its quotes.
#[derive(Clone, Default)]
struct Desk {
    seen: (i64, i64, f64, f64),
    bid: Option<Quote>,
    ask: Option<Quote>,
    /// Orders that cannot be canceled yet, because the answer to their create has not come.
    leaving: Vec<u64>,
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, folder, how, passes] = args.as_slice() else {
        panic!("usage: maker TAPE_FOLDER one|all PASSES");
    };
    let tapes = tape::read_tapes(Path::new(folder));
    let mut best = f64::INFINITY;
    let mut counts = Counts::default();
    for _ in 0..passes.parse::<usize>().expect("PASSES is a number") {
        let before = processor_ns();
        counts = Counts::default();
        if how == "all" {
            play(&tapes, &mut counts);
        } else {
            for tape in &tapes {
                play(std::slice::from_ref(tape), &mut counts);
            }
        }
        best = best.min(processor_ns() - before);
    }
    let Counts { events, placed, canceled, fills } = counts;
    println!(r#"{{"ns":{best},"events":{events},"placed":{placed},"canceled":{canceled},"fills":{fills}}}"#);
}

fn play(tapes: &[Data<Event>], counts: &mut Counts) {
    counts.events += tapes.iter().map(|tape| tape.len()).sum::<usize>();
    let mut hbt = tape::backtest_over(tapes, TICK, ONE_WAY_NS);
    let mut desks = vec![Desk::default(); tapes.len()];
    let mut next_id = 1;
    loop {
        let told = hbt.wait_next_feed(true, Duration::from_secs(86_400).as_nanos() as i64).expect("a step");
        if told == ElapseResult::EndOfData {
            break;
        }
        for (market, desk) in desks.iter_mut().enumerate() {
            let seen = touch(hbt.depth(market));
            if told == ElapseResult::MarketFeed && seen == desk.seen {
                continue;
            }
            desk.seen = seen;
            hbt.clear_inactive_orders(Some(market));
            requote(&mut hbt, market, desk, &mut next_id, counts);
        }
    }
    for market in 0..tapes.len() {
        counts.fills += hbt.state_values(market).num_trades as f64;
    }
    hbt.close().expect("a close");
}

fn touch(depth: &Depth) -> (i64, i64, f64, f64) {
    (depth.best_bid_tick(), depth.best_ask_tick(), depth.best_bid_qty(), depth.best_ask_qty())
}

/// Both sides around the microprice, leaned against the position; never at or beyond the other side's best price.
fn requote(hbt: &mut Backtest<Depth>, market: usize, desk: &mut Desk, next_id: &mut u64, counts: &mut Counts) {
    let (bid, ask, bid_size, ask_size) = desk.seen;
    let (mut want_bid, mut want_ask) = (None, None);
    if bid != INVALID_MIN && ask != INVALID_MAX {
        let load = (hbt.position(market) / FULL).clamp(-1.0, 1.0);
        let micro = (bid as f64 * ask_size + ask as f64 * bid_size) / (bid_size + ask_size);
        let fair = micro - LEAN_TICKS * load;
        if load < 1.0 {
            want_bid = Some((fair - HALF_SPREAD_TICKS).min((ask - 1) as f64).floor() as i64).filter(|&tick| tick >= 1);
        }
        if load > -1.0 {
            want_ask = Some((fair + HALF_SPREAD_TICKS).max((bid + 1) as f64).ceil() as i64).filter(|&tick| tick <= 99);
        }
    }
    cancel_late(hbt, market, &mut desk.leaving, counts);
    let mut market = Market { hbt, index: market, leaving: &mut desk.leaving, next_id, counts };
    desk.bid = market.replace(Side::Buy, desk.bid, want_bid);
    desk.ask = market.replace(Side::Sell, desk.ask, want_ask);
}

fn cancel_late(hbt: &mut Backtest<Depth>, market: usize, leaving: &mut Vec<u64>, counts: &mut Counts) {
    leaving.retain(|&id| match hbt.orders(market).get(&id).map(|order| order.cancellable()) {
        Some(true) => {
            hbt.cancel(market, id, false).expect("a cancel");
            counts.canceled += 1;
            false
        }
        Some(false) => true,
        None => false,
    });
}

/// Where orders are sent.
struct Market<'a> {
    hbt: &'a mut Backtest<Depth>,
    index: usize,
    leaving: &'a mut Vec<u64>,
    next_id: &'a mut u64,
    counts: &'a mut Counts,
}

impl Market<'_> {
    /// Keeps an order at the wanted price. Otherwise requests its cancel as soon as possible, and sends the next order at once.
    fn replace(&mut self, side: Side, quote: Option<Quote>, want: Option<i64>) -> Option<Quote> {
        let standing = quote.and_then(|quote| self.hbt.orders(self.index).get(&quote.id).map(|order| (quote, order.cancellable())));
        if let Some((quote, is_cancellable)) = standing {
            if want == Some(quote.tick) {
                return Some(quote);
            }
            if is_cancellable {
                self.hbt.cancel(self.index, quote.id, false).expect("a cancel");
                self.counts.canceled += 1;
            } else {
                self.leaving.push(quote.id);
            }
        }
        let tick = want?;
        let id = *self.next_id;
        *self.next_id += 1;
        let price = tick as f64 * TICK;
        let sent = match side {
            Side::Buy => self.hbt.submit_buy_order(self.index, id, price, SIZE, TimeInForce::GTX, OrdType::Limit, false),
            _ => self.hbt.submit_sell_order(self.index, id, price, SIZE, TimeInForce::GTX, OrdType::Limit, false),
        };
        sent.expect("an order");
        self.counts.placed += 1;
        Some(Quote { id, tick })
    }
}

/// CPU time of this thread by the kernel; load from other processes does not count.
fn processor_ns() -> f64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux's schedstat");
    text.split(' ').next().and_then(|word| word.parse().ok()).expect("a number")
}
