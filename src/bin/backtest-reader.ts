// The thread of `holdfast backtest` that replays sessions.
import "../review/backtest/reader.ts";
