"""Reads what a backtest and a sweep wrote: python3 examples/read_results.py FOLDER

FOLDER is that of `examples/research.ts`, or any that holds `backtest/` and `sweep/`. Each reader is used where it is installed:
pip install polars duckdb
"""

import importlib.util
import os
import sys


def missing(name):
    if importlib.util.find_spec(name) is not None:
        return False
    print(f"{name} is not installed, its part is left out; pip install {name} brings it")
    return True


def with_polars(folder):
    import polars as pl

    fills = pl.read_parquet(os.path.join(folder, "backtest", "fills.parquet"))
    orders = pl.read_parquet(os.path.join(folder, "backtest", "orders.parquet"))
    settled = fills.filter(pl.col("is_settled"))
    print(settled.group_by("model").agg(pl.len().alias("fills"), pl.col("shares").sum()).sort("model"))
    print(settled.group_by("model", "strategy").agg(pl.len().alias("fills"), pl.col("value").sum()).sort("model", "strategy"))
    print(orders.group_by("model", "ended").len().sort("model", "ended"))
    equity = pl.read_parquet(os.path.join(folder, "backtest", "equity.parquet")).with_columns(pl.col("equity").cast(pl.Float64))
    # Rows without a strategy are of the whole account.
    equity = equity.filter(pl.col("strategy").is_null())
    fall = (pl.col("equity").cum_max() - pl.col("equity")).over("model")
    print(equity.with_columns(fall.alias("below_peak")).group_by("model").agg(pl.col("below_peak").max()).sort("model"))


def with_duckdb(folder):
    import duckdb

    def show(query, path):
        for row in duckdb.execute(query, [path]).fetchall():
            print(*row)

    trials = os.path.join(folder, "sweep", "trials.parquet")
    show(
        "SELECT rank, parameter_halfSpreadTicks, parameter_leanTicks, profit, fills FROM read_parquet(?) "
        "WHERE rank IS NOT NULL ORDER BY rank LIMIT 5",
        trials,
    )
    quotes = os.path.join(folder, "backtest", "quotes.parquet")
    show(
        "SELECT strategy, market, side, sum(epoch(coalesce(to_at, from_at) - from_at)) AS seconds FROM read_parquet(?) "
        "WHERE model = 'pessimistic' GROUP BY ALL ORDER BY ALL",
        quotes,
    )


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join("backtests", "research")
    if not missing("polars"):
        with_polars(folder)
    if not missing("duckdb"):
        with_duckdb(folder)


main()
