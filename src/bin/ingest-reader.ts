// The thread of `holdfast ingest` that reads sessions.
import "../recording/ingest/reader.ts";
