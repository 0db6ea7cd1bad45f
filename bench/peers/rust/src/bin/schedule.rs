//! Replays the orders of a schedule in hftbacktest's Rust crate, each at its own time, over the tape of their market.
//!
//! Usage: schedule TAPE_FOLDER. Beside each NAME.tape is a NAME.schedule, one line for each action, by time:
//! `NANOSECONDS submit ID buy|sell PRICE SHARES` or `NANOSECONDS cancel ID`. Times are those at which the action reaches the exchange, so
//! nothing here takes time. Prints one line for each order: `MARKET ID STATUS NANOSECONDS`, where MARKET counts the tapes from 0, and the time is that
//! of the last event of the order at the exchange.

#[path = "../tape.rs"]
mod tape;

use std::{
    fs,
    io::{BufWriter, Write, stdout},
    path::{Path, PathBuf},
};

use hftbacktest::{
    backtest::{Backtest, data::Data},
    prelude::*,
};
use tape::Depth;

/// Fine enough for every price of a tape.
const TICK: f64 = 0.0001;

fn main() {
    let folder = std::env::args().nth(1).expect("usage: schedule TAPE_FOLDER");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("a folder of tapes")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "schedule"))
        .collect();
    files.sort();
    let tapes = tape::read_tapes(Path::new(&folder));
    assert_eq!(tapes.len(), files.len(), "each tape has a schedule");
    let mut out = BufWriter::new(stdout());
    for (market, (tape, file)) in tapes.iter().zip(&files).enumerate() {
        let schedule = fs::read_to_string(file).expect("a schedule");
        play(tape, &schedule, |id, status, at| writeln!(out, "{market} {id} {status} {at}").expect("an open stdout"));
    }
}

fn play(tape: &Data<Event>, schedule: &str, mut tell: impl FnMut(u64, &str, i64)) {
    let mut hbt = tape::backtest_over(std::slice::from_ref(tape), TICK, 0);
    hbt.elapse(0).expect("a first row");
    for line in schedule.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let at: i64 = words[0].parse().expect("a time");
        if hbt.elapse(at - hbt.current_timestamp()).expect("a step") == ElapseResult::EndOfData {
            break;
        }
        act(&mut hbt, &words[1..]);
        hbt.elapse(0).expect("an answer");
    }
    hbt.goto_end().expect("an end");
    let mut orders: Vec<&Order> = hbt.orders(0).values().collect();
    orders.sort_by_key(|order| order.order_id);
    for order in orders {
        tell(order.order_id, word_of(order.status), order.exch_timestamp);
    }
    hbt.close().expect("a close");
}

fn act(hbt: &mut Backtest<Depth>, words: &[&str]) {
    let id: u64 = words[1].parse().expect("an id");
    if words[0] == "cancel" {
        if hbt.orders(0).get(&id).is_some_and(|order| order.cancellable()) {
            hbt.cancel(0, id, false).expect("a cancel");
        }
        return;
    }
    let price: f64 = words[3].parse().expect("a price");
    let shares: f64 = words[4].parse().expect("a size");
    let sent = match words[2] {
        "buy" => hbt.submit_buy_order(0, id, price, shares, TimeInForce::GTX, OrdType::Limit, false),
        _ => hbt.submit_sell_order(0, id, price, shares, TimeInForce::GTX, OrdType::Limit, false),
    };
    sent.expect("an order");
}

fn word_of(status: Status) -> &'static str {
    match status {
        Status::New => "open",
        Status::Filled => "filled",
        Status::Expired => "refused",
        Status::Canceled => "canceled",
        _ => "unknown",
    }
}
