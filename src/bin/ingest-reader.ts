// The thread of `holdfast ingest` that reads sessions.
import { serveJobs } from "../recording/ingest/job-threads.ts";
import { openReader } from "../recording/ingest/read-session.ts";

serveJobs(openReader);
