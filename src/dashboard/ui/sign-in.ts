// Trades the token in the address, once, for a secret that the pages send with each request. It is kept in the browser's storage for
// this address and port. Cookies are shared between ports.
import type { SignedIn } from "../contract.ts";

const KEY = "holdfast-secret";

/** "" if this browser is not signed in. */
export function readSecret(): string {
  return localStorage.getItem(KEY) ?? "";
}

/** Also takes the token out of the address bar and the history. */
export async function signIn(): Promise<void> {
  const address = new URL(location.href);
  const token = address.searchParams.get("token");
  if (token === null) return;
  address.searchParams.delete("token");
  history.replaceState(history.state, "", address);
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/api/sign-in", { method: "POST", headers, body: JSON.stringify({ token }) });
  // A token that was used before leaves an earlier secret as it is.
  if (answer.ok) localStorage.setItem(KEY, ((await answer.json()) as SignedIn).secret);
}
