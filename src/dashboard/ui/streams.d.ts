// The pages import types from the server, where Bun's streams have more methods than a browser's.
interface ReadableStream {
  text(): Promise<string>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}
