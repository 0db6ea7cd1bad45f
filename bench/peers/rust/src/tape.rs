//! Tapes as `write-tape.ts` writes them, and a run over them.

use std::{fs, path::Path};

use hftbacktest::{
    backtest::{
        Backtest, ExchangeKind, L2AssetBuilder,
        assettype::LinearAsset,
        data::{Data, DataSource},
        models::{CommonFees, ConstantLatency, RiskAdverseQueueModel, TradingValueFeeModel},
    },
    prelude::{Event, ROIVectorMarketDepth},
};

pub type Depth = ROIVectorMarketDepth;

const LOT: f64 = 0.01;

/// A run over tapes, one for each market: no fees, no partial fills, and a queue that moves by prints alone.
pub fn backtest_over(tapes: &[Data<Event>], tick: f64, one_way_ns: i64) -> Backtest<Depth> {
    let assets = tapes.iter().map(|tape| {
        L2AssetBuilder::new()
            .data(vec![DataSource::Data(tape.clone())])
            .latency_model(ConstantLatency::new(one_way_ns, one_way_ns))
            .asset_type(LinearAsset::new(1.0))
            .fee_model(TradingValueFeeModel::new(CommonFees::new(0.0, 0.0)))
            .exchange(ExchangeKind::NoPartialFillExchange)
            .queue_model(RiskAdverseQueueModel::new())
            .depth(move || Depth::new(tick, LOT, 0.0, 1.0))
            .build()
            .expect("an asset")
    });
    assets.fold(Backtest::builder(), |builder, asset| builder.add_asset(asset)).build().expect("a backtest")
}

/// The files of a folder, by name; each holds rows in the memory layout of the crate.
pub fn read_tapes(folder: &Path) -> Vec<Data<Event>> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a folder of tapes")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "tape"))
        .collect();
    files.sort();
    files.iter().map(|file| Data::from_data(&rows_of(&fs::read(file).expect("a tape")))).collect()
}

fn rows_of(bytes: &[u8]) -> Vec<Event> {
    let word = |row: &[u8], at: usize| <[u8; 8]>::try_from(&row[8 * at..8 * at + 8]).expect("eight bytes");
    bytes
        .chunks_exact(64)
        .map(|row| Event {
            ev: u64::from_le_bytes(word(row, 0)),
            exch_ts: i64::from_le_bytes(word(row, 1)),
            local_ts: i64::from_le_bytes(word(row, 2)),
            px: f64::from_le_bytes(word(row, 3)),
            qty: f64::from_le_bytes(word(row, 4)),
            order_id: 0,
            ival: 0,
            fval: 0.0,
        })
        .collect()
}
