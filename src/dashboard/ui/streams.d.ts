// The pages take their types from the server's code, and Bun's streams can more than a browser's.
interface ReadableStream {
  text(): Promise<string>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}
