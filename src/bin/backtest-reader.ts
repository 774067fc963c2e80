// The thread of `holdfast backtest` that replays sessions.
import { serveJobs } from "../recording/ingest/job-threads.ts";
import { openReplayer } from "../review/backtest/replay-session.ts";

serveJobs(openReplayer);
