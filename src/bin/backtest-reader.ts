// The thread of `holdfast backtest` that replays sessions.
import "../review/backtest/replay-thread.ts";
