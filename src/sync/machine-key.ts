// The key with which this machine signs its rows. Its name on remotes is the beginning of its public key's hash, so that nobody
// else can use it.
import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

export interface MachineKey {
  /** 32 hexadecimal digits. */
  machine: string;
  /** DER. */
  publicKey: Uint8Array;
  privateKey: KeyObject;
}

/** The DER form of an Ed25519 private key, without its 32 bytes. */
const PKCS8 = "302e020100300506032b657004220420";

/** `seed`: 32 random bytes. */
export function machineKey(seed: Uint8Array): MachineKey {
  const der = Buffer.concat([Buffer.from(PKCS8, "hex"), seed]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const publicKey = new Uint8Array(createPublicKey(privateKey).export({ format: "der", type: "spki" }));
  return { machine: machineOf(publicKey), publicKey, privateKey };
}

export function machineOf(publicKey: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(publicKey).digest("hex").slice(0, 32);
}
