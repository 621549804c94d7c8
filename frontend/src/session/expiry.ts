/**
 * When a token stops being worth sending. The browser's clock may be wrong by hours, and a server in a test may live on another
 * day altogether. So only the *length* of the token's life is read from it (`exp` − `iat`), and counted on the browser's
 * own clock from the moment the token arrived.
 */

function claimsOf(token: string): Record<string, unknown> | null {
  const payload = token.split(".")[1];
  if (payload === undefined) return null;
  try {
    const text = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
    const claims: unknown = JSON.parse(text);
    return typeof claims === "object" && claims !== null ? { ...claims } : null;
  } catch {
    return null;
  }
}

/** The instant (milliseconds of the browser's clock) after which a token received at `receivedAt` is not used, or null if it does not say. */
export function expiryOf(token: string, receivedAt: number): number | null {
  const claims = claimsOf(token);
  const issued = claims?.iat;
  const expires = claims?.exp;
  if (typeof issued !== "number" || typeof expires !== "number" || expires <= issued) return null;
  return receivedAt + (expires - issued) * 1000;
}
